import { routes } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import { approvalOf, contentOf, stageApprovals } from '../../tests/approvals.ts';
import { connect } from '../../tests/connections.ts';
import { join, signIn } from '../../tests/people.ts';

const at = stageApprovals();
const launcher = { survey_id: 'bug-report', position: 'right' as const, label: 'Report a bug' };

const set = (given: object | null, by: typeof at.owner | typeof at.agent = at.agent) =>
	at.manage.ask(by, 'setLauncher', { site: at.site.id, launcher: given as typeof launcher | null });
const ask = (given?: object | null) =>
	at.manage.ask(at.agent, 'requestGrant', {
		action: 'launcher:set',
		site: at.site.id,
		...(given !== undefined && { launcher: given as typeof launcher | null }),
	});
const read = async (by: typeof at.owner | typeof at.agent = at.agent) =>
	(await at.manage.ask(by, 'getLauncher', { site: at.site.id })).body;
const isRecorded = async (operation: string) => {
	const { body } = await at.manage.ask(at.owner, 'listAudit', { workspace: at.site.workspace });
	return body.items.find(({ did }) => did === operation)?.subject;
};

beforeEach(async () => {
	await at.draft('bug-report');
	await at.draft('ideas');
});

describe('a launcher that a connection sets', () => {
	it('is set as a person approved it, once', async () => {
		const { error } = await set(launcher);
		expect(error).toMatchObject({
			code: 'approval_required',
			message:
				'A person has to approve this first: set the feedback button of the site, which opens “bug-report”.',
		});
		const { id } = approvalOf(error)!;
		const { body } = await at.manage.ask(at.owner, 'getGrantRequest', { request: id });
		expect(routes.getGrantRequest.output.parse(body)).toMatchObject({
			action: 'launcher:set',
			launcher,
			prompt: null,
			combination: false,
		});
		const approved = await at.approve(id);
		expect(approved.body).toMatchObject({ action: 'launcher:set', sha256: body.sha256 });
		const { status, body: stored } = await set(launcher);
		expect(status).toBe(200);
		expect(routes.setLauncher.output.parse(stored)).toMatchObject({
			launcher,
			prompt: { name: 'Made', state: 'draft' },
			changed: true,
		});
		expect(await isRecorded('setLauncher')).toBe('bug-report');
		expect(await isRecorded('approveGrant')).toBe('launcher:set, once, bug-report');
		expect((await set({ ...launcher, label: 'Bug' })).error.code).toBe('approval_required');
	});

	it.each([
		['its label', { ...launcher, label: 'Win a prize' }],
		['its prompt', { ...launcher, survey_id: 'ideas' }],
		['its place', { ...launcher, position: 'inline', target: '#pay' }],
		['a translation', { ...launcher, translations: { de: 'Gewinnen' } }],
		['that it is removed', null],
	])('is no other than the person saw: %s', async (_, other) => {
		await at.grant('launcher:set', { launcher });
		const refused = await set(other);
		// Removing what is not there changes nothing.
		if (other === null) expect(refused.body).toMatchObject({ launcher: null, changed: false });
		else expect(refused.error.code).toBe('approval_required');
		expect((await read()).launcher).toBeNull();
		expect((await set(launcher)).status).toBe(200);
		expect((await set(null)).error.message).toBe(
			'A person has to approve this first: remove the feedback button of the site.',
		);
	});

	it('is removed with the approval for that', async () => {
		await set(launcher, at.owner);
		await at.grant('launcher:set', { launcher: null });
		expect((await set({ ...launcher, label: 'Bug' })).error.code).toBe('approval_required');
		expect((await set(null)).body).toMatchObject({ launcher: null, prompt: null, changed: true });
		expect(await isRecorded('setLauncher')).toBe('removed');
	});

	it('needs no approval when it is so already', async () => {
		await set(launcher, at.owner);
		expect((await set(launcher)).body).toMatchObject({ launcher, changed: false });
	});

	it('can be approved only by its hash', async () => {
		const { body } = await ask(launcher);
		const { body: other } = await ask(null);
		for (const sha256 of [other.sha256!, undefined]) {
			const refused = await at.manage.ask(at.owner, 'approveGrant', {
				request: body.id,
				mode: 'once',
				...(sha256 !== undefined && { sha256 }),
			});
			expect([refused.status, refused.error.message]).toEqual([
				409,
				'sha256 must repeat the content that was shown.',
			]);
		}
		expect((await at.approve(body.id)).status).toBe(200);
	});

	it('is merged with a request for the same one only', async () => {
		const [first, same, other, none] = await Promise.all([
			ask(launcher),
			ask({ label: 'Report a bug', survey_id: 'bug-report' }),
			ask({ ...launcher, survey_id: 'ideas' }),
			ask(null),
		]);
		expect(same.body.id).toBe(first.body.id);
		expect(new Set([first, other, none].map(({ body }) => body.id)).size).toBe(3);
	});

	it('is confirmed once more while responses may have been read', async () => {
		await at.grant('response:read');
		const { body } = await ask(launcher);
		expect(body.combination).toBe(true);
		expect((await at.approve(body.id)).status).toBe(409);
		expect((await at.approve(body.id, { combination: true })).status).toBe(200);
		expect((await set(launcher)).status).toBe(200);
	});

	it('is approved by owners, to whom settings belong', async () => {
		const editor = await signIn();
		await join(at.sites.sql, at.site.workspace, editor, 'editor');
		expect((await set(launcher, editor)).status).toBe(403);
		at.agent = await connect(at.sites.sql, at.manage, editor, [at.site.id]);
		const { status, error } = await set(launcher);
		expect([status, error.code]).toEqual([403, 'forbidden']);
		expect(error.message).toContain('launcher:set needs an owner');
		expect((await read()).launcher).toBeNull();
		expect((await read(editor)).launcher).toBeNull();
	});

	it('is approved for a pipeline with its token', async () => {
		const { body } = await at.manage.ask(at.owner, 'createCiToken', {
			workspace: at.site.workspace,
			name: 'Deploy',
			sites: [at.site.id],
			actions: ['launcher:set'],
			days: 1,
		});
		at.agent = { ...at.agent, id: body.id, token: body.token };
		for (const given of [launcher, { ...launcher, label: 'Bug' }, null]) {
			expect((await set(given)).body).toMatchObject({ changed: true });
		}
		const both = await at.manage.ask(at.owner, 'createCiToken', {
			workspace: at.site.workspace,
			name: 'Both',
			sites: [at.site.id],
			actions: ['launcher:set', 'response:read'],
			days: 1,
		});
		expect(both.status).toBe(409);
	});
});

describe('a launcher is refused', () => {
	it.each([
		['of a survey ID that the site does not have', { survey_id: 'nothing' }, 'launcher.survey_id'],
		['of a prompt of another site', { survey_id: 'elsewhere' }, 'launcher.survey_id'],
		['that is inline without an element', { ...launcher, position: 'inline' }, 'launcher.target'],
		[
			'whose selector is none',
			{ ...launcher, position: 'inline', target: 'nav >' },
			'launcher.target',
		],
		['at an unknown position', { ...launcher, position: 'top' }, 'launcher.position'],
		['with a label that misleads', { ...launcher, label: 'a\u202eb' }, 'launcher.label'],
		[
			'in no language',
			{ ...launcher, translations: { klingonisch: 'x' } },
			'launcher.translations.klingonisch',
		],
	])('%s, before anybody is asked', async (_, given, field) => {
		await at.manage.ask(at.owner, 'createPrompt', {
			site: at.other.id,
			content: contentOf('elsewhere'),
		});
		for (const refused of [await set(given), await ask(given), await set(given, at.owner)]) {
			expect([refused.status, refused.error.code, refused.error.field]).toEqual([
				400,
				'invalid_request',
				field,
			]);
		}
		expect((await at.manage.ask(at.owner, 'listGrantRequests', {})).body.items).toEqual([]);
	});

	it('if a request does not say which', async () => {
		const { status, error } = await ask();
		expect([status, error.field]).toEqual([400, 'launcher']);
	});

	it('on a site that the connection cannot see', async () => {
		const { status } = await at.manage.ask(at.agent, 'setLauncher', {
			site: at.other.id,
			launcher: null,
		});
		expect(status).toBe(404);
	});
});
