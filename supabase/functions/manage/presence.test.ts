// Confirming with a passkey, and what a captured confirmation is worth.
import type { RouteInput, RouteName } from '@feedback/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { WirePresence } from '../../../contract/src/wire.ts';
import { addPasskey, createPasskey, type TestPasskey } from '../tests/authenticator.ts';
import { connect, type TestConnection } from '../tests/connections.ts';
import { join, signIn, signInEarlier, type TestPerson } from '../tests/people.ts';
import { openWorkspace, writePrompt, type TestWorkspace } from '../tests/workspace.ts';

let team: TestWorkspace;
beforeAll(async () => {
	team = await openWorkspace();
});
afterAll(() => team.end());

let person: TestPerson;
let passkey: TestPasskey & { id: string };
let tool: TestConnection;
beforeEach(async () => {
	person = await signIn();
	await join(team.sites.sql, team.site.workspace, person, 'owner');
	tool = await connect(team.sites.sql, team.manage, person, [team.site.id]);
	passkey = await addPasskey(team.sites.sql, person);
});

function ask<Name extends RouteName>(name: Name, input: RouteInput<Name>, presence?: string) {
	return team.manage.ask(person, name, input, presence ? { 'feedback-presence': presence } : {});
}

/** The challenge with which a call is refused. */
async function challengeOf<Name extends RouteName>(name: Name, input: RouteInput<Name>) {
	const { status, error } = await ask(name, input);
	expect([status, error.code]).toEqual([403, 'presence_required']);
	return (error as unknown as { presence: WirePresence }).presence;
}

const site = () => team.site.id;
const workspace = () => team.site.workspace;
const key = () => ({ site: site(), name: 'Backend' });

async function requestReading() {
	const { body } = await team.manage.ask(tool, 'requestGrant', {
		action: 'response:read',
		site: site(),
	});
	return { request: body.id, mode: 'once' as const };
}

async function saveDraft() {
	const { body } = await team.manage.ask(team.editor, 'createPrompt', {
		site: site(),
		content: writePrompt({ survey_id: `p-${crypto.randomUUID().slice(0, 8)}` }),
	});
	return body;
}

describe('a person with a passkey', () => {
	it('approves by confirming exactly that, however old the sign-in is', async () => {
		const input = await requestReading();
		const presence = await challengeOf('approveGrant', input);
		expect(presence).toMatchObject({ rp_id: '127.0.0.1', passkeys: [{ transports: [] }] });
		person = await signInEarlier(person, 5 * 60);
		expect((await ask('approveGrant', input, passkey.confirm(presence))).status).toBe(200);
		const [stored] = await team.sites.sql`
			select operation, subject, credential is not null as confirmed from app.presence_challenges
			where id = ${presence.id}`;
		expect(stored).toEqual({ operation: 'approveGrant', subject: input.request, confirmed: true });
	});

	it.each([
		['createSiteKey', () => key(), null],
		['invite', () => ({ workspace: workspace(), email: 'a@example.com', role: 'owner' }), null],
		['resetPasskeys', () => ({ workspace: workspace(), person: person.id }), () => person.id],
		['renamePasskey', () => ({ passkey: passkey.id, name: 'Phone' }), () => passkey.id],
	] as const)('confirms %s for what its path names last', async (name, input, subject) => {
		const presence = await challengeOf(name, input() as never);
		const [stored] = await team.sites.sql`
			select operation, subject from app.presence_challenges where id = ${presence.id}`;
		expect(stored).toEqual({ operation: name, subject: subject && subject() });
	});

	it('confirms an operation whose path names no subject', async () => {
		const { body: begun } = await ask('beginPasskey', {});
		const credential = createPasskey().create(begun);
		const input = { registration: begun.registration, name: 'Phone', credential };
		const presence = await challengeOf('addPasskey', input);
		const [stored] = await team.sites.sql`
			select subject from app.presence_challenges where id = ${presence.id}`;
		expect(stored).toEqual({ subject: null });
	});

	it('publishes the revision that was confirmed', async () => {
		const { id: prompt } = await saveDraft();
		const input = { site: site(), prompt, revision: 1 };
		const presence = await challengeOf('publishPrompt', input);
		const [stored] = await team.sites.sql`
			select c.revision, c.sha256 = r.sha256 as same from app.presence_challenges c
			join app.revisions r on r.prompt_id::text = c.subject and r.number = 1 where c.id = ${presence.id}`;
		expect(stored).toEqual({ revision: 1, same: true });
		expect((await ask('publishPrompt', input, passkey.confirm(presence))).body.state).toBe(
			'published',
		);
	});

	it('repeats a request with its idempotency key, without another confirmation', async () => {
		const { id: prompt } = await saveDraft();
		const input = { site: site(), prompt, revision: 1 };
		const headers = {
			'feedback-presence': passkey.confirm(await challengeOf('publishPrompt', input)),
			'idempotency-key': 'published-once',
		};
		const first = await team.manage.ask(person, 'publishPrompt', input, headers);
		const again = await team.manage.ask(person, 'publishPrompt', input, headers);
		expect([first.status, again.status]).toEqual([200, 200]);
		expect(again.body).toEqual(first.body);
	});

	it('is in the audit log with the name of the passkey that confirmed', async () => {
		const second = await addPasskey(team.sites.sql, person, 'Phone');
		for (const used of [passkey, second]) {
			const { body } = await ask('whoami', {});
			expect(body.has_passkey).toBe(true);
			const change = { site: site(), presence: 'always' as const };
			await ask(
				'updateSettings',
				change,
				used.confirm(await challengeOf('updateSettings', change)),
			);
		}
		await ask('renameSite', { site: site(), name: 'Reports' });
		const { body } = await ask('listAudit', { workspace: team.site.workspace });
		expect(body.items.slice(0, 3).map(({ did, passkey: name }) => [did, name])).toEqual([
			['renameSite', null],
			['updateSettings', 'Phone'],
			['updateSettings', 'Laptop'],
		]);
	});

	it('exports after one confirmation', async () => {
		const input = { site: site() };
		const presence = await challengeOf('exportResponses', input);
		const { status, body } = await ask('exportResponses', input, passkey.confirm(presence));
		expect([status, typeof body]).toEqual([200, 'string']);
	});

	it('is not asked where the site’s setting does not cover it', async () => {
		const change = { site: site(), presence: 'publishing' as const };
		const presence = await challengeOf('updateSettings', change);
		await ask('updateSettings', change, passkey.confirm(presence));
		expect((await ask('exportResponses', { site: site() })).status).toBe(200);
		const { id: prompt } = await saveDraft();
		const input = { site: site(), prompt, revision: 1 };
		await challengeOf('publishPrompt', input);
		await team.sites.sql`
			update app.sites set settings = settings || '{"presence": "off"}' where id = ${site()}`;
		expect((await ask('publishPrompt', input)).status).toBe(200);
		// Keys are not the site's to decide.
		await challengeOf('createSiteKey', key());
		await team.sites
			.sql`update app.sites set settings = settings - 'presence' where id = ${site()}`;
	});
});

describe('approving with changes', () => {
	it('is confirmed for exactly the person’s revision', async () => {
		const { id: prompt } = await saveDraft();
		const place = { site: site(), prompt };
		const { body: asked } = await team.manage.ask(tool, 'requestGrant', {
			action: 'prompt:publish',
			...place,
			revision: 1,
		});
		const content = writePrompt({ survey_id: asked.survey_id! });
		const { body: saved } = await team.manage.ask(team.editor, 'saveRevision', {
			...place,
			content: { ...content, name: 'Changed' },
		});
		const requested = { request: asked.id, mode: 'once' as const, sha256: asked.sha256! };
		const edited = { ...requested, revision: saved.revision, sha256: saved.sha256 };
		const presence = await challengeOf('approveGrant', edited);
		const [stored] = await team.sites.sql`
			select revision, sha256 from app.presence_challenges where id = ${presence.id}`;
		expect(stored).toEqual({ revision: 2, sha256: saved.sha256 });
		const captured = passkey.confirm(presence);
		const other = await ask('approveGrant', requested, captured);
		expect([other.status, other.error.code]).toEqual([403, 'forbidden']);
		const approved = await ask('approveGrant', edited, captured);
		expect([approved.status, approved.body.revision]).toEqual([200, 2]);
	});
});

describe('a captured confirmation', () => {
	const refused = async (answer: ReturnType<typeof ask>) => {
		const { status, error } = await answer;
		expect([status, error]).toMatchObject([403, { code: 'forbidden', field: 'feedback-presence' }]);
	};

	it('is worth nothing for another revision', async () => {
		const { id: prompt } = await saveDraft();
		const content = writePrompt({ survey_id: `p-${crypto.randomUUID().slice(0, 8)}` });
		await team.manage.ask(team.editor, 'saveRevision', { site: site(), prompt, content });
		const at = { site: site(), prompt };
		const captured = passkey.confirm(await challengeOf('publishPrompt', { ...at, revision: 1 }));
		const other = await ask('publishPrompt', { ...at, revision: 2 }, captured);
		expect([other.status, other.error.code]).toEqual([403, 'forbidden']);
		expect((await ask('publishPrompt', { ...at, revision: 1 }, captured)).status).toBe(200);
	});

	it('is worth nothing for another operation', async () => {
		const captured = passkey.confirm(await challengeOf('createSiteKey', key()));
		const other = await ask('createProofKey', { site: site(), alg: 'HS256' }, captured);
		expect([other.status, other.error.code]).toEqual([403, 'forbidden']);
	});

	it('is worth nothing after it was used', async () => {
		const captured = passkey.confirm(await challengeOf('createSiteKey', key()));
		expect((await ask('createSiteKey', key(), captured)).status).toBe(200);
		await refused(ask('createSiteKey', key(), captured) as never);
		await team.sites.sql`delete from app.site_keys where site_id = ${site()}`;
	});

	it('is worth nothing to another person', async () => {
		const captured = passkey.confirm(await challengeOf('createSiteKey', key()));
		const first = person;
		person = await signIn();
		await join(team.sites.sql, team.site.workspace, person, 'owner');
		await addPasskey(team.sites.sql, person);
		await refused(ask('createSiteKey', key(), captured) as never);
		person = first;
	});

	it('is worth nothing after it has expired', async () => {
		const presence = await challengeOf('createSiteKey', key());
		await team.sites.sql`
			update app.presence_challenges set expires_at = now() where id = ${presence.id}`;
		await refused(ask('createSiteKey', key(), passkey.confirm(presence)) as never);
	});

	it.each([
		['of another page', { origin: 'https://evil.example' }],
		['for another host', { host: 'evil.example' }],
		['without verifying the user', { verifiesUser: false }],
		['of another challenge', { challenge: 'AAAA' }],
		['that nobody asked for', { id: crypto.randomUUID() }],
	])('is worth nothing %s', async (_, changed) => {
		const presence = await challengeOf('createSiteKey', key());
		await refused(ask('createSiteKey', key(), passkey.confirm(presence, changed)) as never);
	});

	it('is worth nothing with the signature of another passkey', async () => {
		const presence = await challengeOf('createSiteKey', key());
		const forged = createPasskey().confirm(presence, { as: passkey });
		await refused(ask('createSiteKey', key(), forged) as never);
	});

	it.each(['x', 'e30', ''.padEnd(20_000, 'A')])('that is none is refused: %#', async (header) => {
		const { status, error } = await ask('createSiteKey', key(), header);
		expect([status, error]).toMatchObject([400, { field: 'feedback-presence' }]);
	});
});

it('asking for passkeys is limited', async () => {
	const answers = [];
	for (let asked = 0; asked <= 60; asked++)
		answers.push((await ask('createSiteKey', key())).status);
	expect(answers.filter((status) => status === 403)).toHaveLength(60);
	expect(answers.at(-1)).toBe(429);
});
