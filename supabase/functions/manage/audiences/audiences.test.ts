import { routes, type PromptInput, type RouteInput } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import { reasonFor } from '../../../tests/caller.ts';
import { newVisit, signedIn } from '../../../tests/visits.ts';
import type { TestSql } from '../../../tests/harness.ts';
import { approvalOf, stageApprovals } from '../../tests/approvals.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { writePrompt } from '../../tests/workspace.ts';
import postgres from 'postgres';

const at = stageApprovals();
const pro = { trait: 'plan', op: 'is', value: 'pro' } as const;
const team = { trait: 'plan', op: 'is', value: 'team' } as const;

const many = Array.from({ length: 30 }, () => pro);

let editor: TestPerson;
beforeEach(async () => {
	editor = await signIn();
	await join(at.sites.sql, at.site.workspace, editor, 'editor');
	await at.sites.sql`update app.members set email = ${editor.email} where person_id = ${editor.id}`;
});

const create = (given: Partial<RouteInput<'createAudience'>> = {}, by = editor) =>
	at.manage.ask(by, 'createAudience', {
		site: at.site.id,
		key: 'paying',
		name: 'Paying',
		rule: pro,
		...given,
	});
const update = (given: Partial<RouteInput<'updateAudience'>>, by = editor) =>
	at.manage.ask(by, 'updateAudience', { site: at.site.id, audience: 'paying', ...given });
const read = (audience = 'paying') =>
	at.manage.ask(editor, 'getAudience', { site: at.site.id, audience });
const archive = (by = editor) =>
	at.manage.ask(by, 'archiveAudience', { site: at.site.id, audience: 'paying' });

const save = (audience: PromptInput['audience'], given: Partial<PromptInput> = {}, by = editor) =>
	at.manage.ask(by, 'createPrompt', {
		site: at.site.id,
		content: writePrompt({ audience, trigger: { events: ['done'] }, ...given }),
	});
const latest = async (prompt: string) =>
	(await at.manage.ask(editor, 'getPrompt', { site: at.site.id, prompt })).body.latest;
const publish = (prompt: string, revision = 1) =>
	at.manage.ask(editor, 'publishPrompt', { site: at.site.id, prompt, revision });

describe('a saved audience', () => {
	it('has numbered versions, with the authors of each', async () => {
		const made = await create();
		expect([made.status, made.body]).toMatchObject([
			200,
			{ key: 'paying', version: 1, rule: pro, prompts: 0, archived_at: null, changed: true },
		]);
		expect((await update({ rule: team, name: 'Teams' })).body).toMatchObject({
			version: 2,
			rule: team,
			name: 'Teams',
			changed: true,
		});
		const { body } = await read();
		routes.getAudience.output.parse(body);
		expect(body.versions).toMatchObject([
			{ version: 2, rule: team, created_by: editor.email },
			{ version: 1, rule: pro, created_by: editor.email },
		]);
		const one = { site: at.site.id, audience: 'paying', version: 1 };
		expect((await at.manage.ask(editor, 'getAudienceVersion', one)).body.rule).toEqual(pro);
		const none = await at.manage.ask(editor, 'getAudienceVersion', { ...one, version: 3 });
		expect(none.error).toMatchObject({ code: 'not_found', field: 'version' });
	});

	it('gets no version for an unchanged rule, and none based on an outdated version', async () => {
		await create();
		expect((await update({ rule: { value: 'pro', op: 'is', trait: 'plan' } })).body).toMatchObject({
			version: 1,
			changed: false,
		});
		await update({ rule: team, base: 1 });
		expect((await update({ rule: pro, base: 1 })).error).toMatchObject({
			code: 'conflict',
			field: 'base',
			message: 'The newest version is 2, not 1.',
		});
	});

	it.each([
		[{ key: 'Paying' }, 'key'],
		[{ name: '' }, 'name'],
		[{ rule: { trait: 'plan', op: 'iz', value: 1 } }, 'rule.op'],
		[{ rule: { saved: 'other' } }, 'rule'],
		[{ rule: { all: [{ any: many }, { any: many }] } }, 'rule'],
	])('is refused with its field: %j', async (wrong, field) => {
		const { status, error } = await create(wrong as never);
		expect([status, error.code]).toEqual([400, 'invalid_request']);
		expect(error.field).toMatch(new RegExp(`^${field}`));
		expect((await read()).status).toBe(404);
	});

	it('has a key that is unique within its site, even when archived', async () => {
		await create();
		expect((await create()).error).toMatchObject({ code: 'conflict', field: 'key' });
		await archive();
		expect((await create()).error).toMatchObject({ code: 'conflict', field: 'key' });
	});

	it('is listed by key, with archived ones if requested', async () => {
		for (const key of ['b', 'a-1', 'a']) await create({ key });
		const list = (input = {}) =>
			at.manage.ask(editor, 'listAudiences', { site: at.site.id, ...input });
		const first = await list({ limit: 2 });
		expect(first.body.items.map(({ key }) => key)).toEqual(['a', 'a-1']);
		const rest = await list({ limit: 2, cursor: first.body.next });
		expect(rest.body).toMatchObject({ items: [{ key: 'b' }], next: null });
		await at.manage.ask(editor, 'archiveAudience', { site: at.site.id, audience: 'a' });
		expect((await list()).body.items.map(({ key }) => key)).toEqual(['a-1', 'b']);
		expect((await list({ archived: true })).body.items).toHaveLength(3);
	});

	it('of another site is not found', async () => {
		await create();
		const elsewhere = await at.manage.ask(at.owner, 'getAudience', {
			site: at.other.id,
			audience: 'paying',
		});
		expect(elsewhere.status).toBe(404);
	});

	it('is in the audit log, once for each change', async () => {
		await create();
		await update({ rule: pro });
		await update({ rule: team });
		await update({ name: 'Teams' });
		await archive();
		const rows = await at.sites.sql`
			select did, subject from app.audit_log where site_id = ${at.site.id} order by at, id`;
		expect(rows.map(({ did, subject }) => [did, subject])).toEqual([
			['createAudience', 'paying, version 1'],
			['updateAudience', 'paying, version 2'],
			['updateAudience', 'paying'],
			['archiveAudience', 'paying'],
		]);
	});
});

describe('a prompt that names a saved audience', () => {
	it('gets the newest version and its rule when it is saved', async () => {
		await create();
		await update({ rule: team });
		const { body } = await save({ saved: 'paying' });
		expect((await latest(body.id)).content.audience).toEqual({
			saved: 'paying',
			version: 2,
			rule: team,
		});
	});

	it('may name an older version, and may be saved again as it was returned', async () => {
		await create();
		await update({ rule: team });
		const { body } = await save({ saved: 'paying', version: 1 });
		const { content } = await latest(body.id);
		expect(content.audience).toEqual({ saved: 'paying', version: 1, rule: pro });
		const again = { site: at.site.id, prompt: body.id, content };
		expect((await at.manage.ask(editor, 'saveRevision', again)).body.changed).toBe(false);
	});

	it.each([
		[{ saved: 'payin' }, 'content.audience.saved', 'use one of paying'],
		[{ saved: 'paying', version: 2 }, 'content.audience.version', 'must be at most 1'],
		[{ saved: 'paying', rule: team }, 'content.audience.rule', 'is not that of version 1'],
		[{ saved: 'paying', version: 0 }, 'content.audience.version', 'at least 1'],
		[{ saved: 'paying', versoin: 1 }, 'content.audience.versoin', 'is not known here'],
	])('is refused at the field that is wrong: %j', async (audience, field, message) => {
		await create();
		const content = { ...writePrompt(), audience } as never;
		for (const route of ['createPrompt', 'forecast'] as const) {
			const { status, error } = await at.manage.ask(editor, route, {
				site: at.site.id,
				content: { ...(content as object), trigger: { events: ['done'] } },
			} as never);
			expect([status, error.code, error.field]).toEqual([422, 'invalid_prompt', field]);
			expect(error.message).toContain(message);
		}
		const { body } = await at.manage.ask(editor, 'checkPrompt', { site: at.site.id, content });
		expect(body).toMatchObject({ valid: false, content: null });
		expect(`content.${body.faults[0]!.path.join('.')}`).toBe(field);
		const [prompts] = await at.sites.sql`
			select count(*)::integer as count from app.prompts where site_id = ${at.site.id}`;
		expect(prompts!['count']).toBe(0);
	});

	it('is validated before it is saved, and returned as it would be saved', async () => {
		await create();
		const { body } = await at.manage.ask(editor, 'checkPrompt', {
			site: at.site.id,
			content: { ...writePrompt(), audience: { saved: 'paying' } },
		});
		expect(body).toMatchObject({
			valid: true,
			faults: [],
			content: { audience: { saved: 'paying', version: 1, rule: pro } },
		});
	});

	it('is decided by the rule of its version until a revision with another version is published', async () => {
		await create();
		const { body } = await save({ saved: 'paying' });
		await publish(body.id);
		const sql = postgres(at.sites.ingestUrl, { fetch_types: false }) as never as TestSql;
		const decide = async (plan: string) =>
			reasonFor(sql, signedIn(newVisit(at.site.id), crypto.randomUUID(), { plan }), 'done');
		try {
			expect([await decide('pro'), await decide('team')]).toEqual(['displayed', 'audience']);
			await update({ rule: team });
			expect([await decide('pro'), await decide('team')]).toEqual(['displayed', 'audience']);

			const { content } = await latest(body.id);
			await at.manage.ask(editor, 'saveRevision', {
				site: at.site.id,
				prompt: body.id,
				content: { ...content, audience: { saved: 'paying' } },
			});
			expect([await decide('pro'), await decide('team')]).toEqual(['displayed', 'audience']);
			await publish(body.id, 2);
			expect([await decide('pro'), await decide('team')]).toEqual(['audience', 'displayed']);
		} finally {
			await (sql as never as { end(): Promise<void> }).end();
		}
	});

	it('is a draft whose rules can be tested, like those of other drafts', async () => {
		await create();
		const sql = postgres(at.sites.ingestUrl, { fetch_types: false }) as never as TestSql;
		await reasonFor(sql, signedIn(newVisit(at.site.id), 'ada', { plan: 'team' }), 'done');
		await (sql as never as { end(): Promise<void> }).end();
		const { body } = await at.manage.ask(editor, 'testRules', {
			site: at.site.id,
			account: 'ada',
			event: { name: 'done' },
			content: writePrompt({ trigger: { events: ['done'] }, audience: { saved: 'paying' } }),
		});
		expect(body.reason).toBe('audience');
		expect(body.prompts[0]!.rules).toContainEqual({
			rule: 'audience',
			passed: false,
			text: 'plan is "pro"; it is "team"',
		});
	});

	it('has a different hash for each version, and a person approves that hash', async () => {
		await create();
		const { body: saved } = await save({ saved: 'paying' });
		await update({ rule: team });
		const { content } = await latest(saved.id);
		const { body: next } = await at.manage.ask(editor, 'saveRevision', {
			site: at.site.id,
			prompt: saved.id,
			content: { ...content, audience: { saved: 'paying', version: 2 } },
		});
		expect(next).toMatchObject({ revision: 2, changed: true });
		expect(next.sha256).not.toBe(saved.sha256);
	});

	it('deletes a working copy with the same content without version and rule', async () => {
		await create();
		const { body } = await save(pro);
		const prompt = body.id;
		const content = { ...(await latest(prompt)).content, audience: { saved: 'paying' } };
		await at.manage.ask(editor, 'saveWorkingCopy', {
			site: at.site.id,
			prompt,
			content,
			base_revision: 1,
			etag: null,
		});
		await at.manage.ask(editor, 'saveRevision', { site: at.site.id, prompt, content });
		const copy = await at.manage.ask(editor, 'getWorkingCopy', { site: at.site.id, prompt });
		expect(copy.body.content).toBeNull();
	});
});

describe('the prompts that use an audience', () => {
	it('are listed with the versions of their latest and published revisions', async () => {
		await create();
		const follows = (await save({ saved: 'paying' }, { survey_id: 'a-follows' })).body.id;
		await publish(follows);
		await update({ rule: team });
		const { content } = await latest(follows);
		await at.manage.ask(editor, 'saveRevision', {
			site: at.site.id,
			prompt: follows,
			content: { ...content, audience: { saved: 'paying' } },
		});
		const stays = (await save({ saved: 'paying', version: 1 }, { survey_id: 'b-stays' })).body.id;
		const left = (await save({ saved: 'paying' }, { survey_id: 'c-left' })).body.id;
		await at.manage.ask(editor, 'saveRevision', {
			site: at.site.id,
			prompt: left,
			content: writePrompt({ survey_id: 'c-left' }),
		});
		await save(pro);
		const { body } = await read();
		expect(body.prompts).toBe(2);
		expect(body.uses).toMatchObject([
			{
				prompt: follows,
				survey_id: 'a-follows',
				state: 'published',
				behind: false,
				latest: { revision: 2, version: 2 },
				published: { revision: 1, version: 1 },
			},
			{
				prompt: stays,
				state: 'draft',
				behind: true,
				published: null,
				latest: { revision: 1, version: 1 },
			},
		]);
	});

	it('prevent archiving it, and the error names them', async () => {
		await create();
		const one = (await save({ saved: 'paying' }, { survey_id: 'one' })).body.id;
		const two = (await save({ saved: 'paying' }, { survey_id: 'two' })).body.id;
		await publish(two);
		// The latest revision no longer uses it, but the live one does.
		await at.manage.ask(editor, 'saveRevision', {
			site: at.site.id,
			prompt: two,
			content: writePrompt({ survey_id: 'two' }),
		});
		const { status, error } = await archive();
		expect([status, error]).toMatchObject([
			409,
			{ code: 'conflict', message: 'Prompts use this audience: one, two.' },
		]);
		for (const prompt of [one, two]) {
			await at.manage.ask(editor, 'archivePrompt', { site: at.site.id, prompt });
		}
		expect((await archive()).body).toMatchObject({ changed: true });
		expect((await archive()).body).toMatchObject({ changed: false });
		expect((await save({ saved: 'paying' })).error).toMatchObject({
			code: 'invalid_prompt',
			field: 'content.audience.saved',
		});
		expect((await update({ rule: team })).error.code).toBe('conflict');
	});

	it('can be forecast and published at a revision with an archived one', async () => {
		await create();
		const prompt = (await save({ saved: 'paying' })).body.id;
		const { content } = await latest(prompt);
		await at.manage.ask(editor, 'saveRevision', {
			site: at.site.id,
			prompt,
			content: { ...content, audience: team },
		});
		expect((await archive()).body).toMatchObject({ changed: true });
		const forecast = (audience: PromptInput['audience'], others = true) =>
			at.manage.ask(editor, 'forecast', {
				site: at.site.id,
				content: { ...content, audience },
				others,
			});
		for (const others of [true, false]) {
			expect((await forecast(content.audience, others)).body).toMatchObject({ subjects: 0 });
		}
		expect((await forecast({ saved: 'paying' })).error.field).toBe('content.audience.saved');
		expect((await publish(prompt)).body).toMatchObject({ state: 'published' });
	});
});

describe('the database', () => {
	const insert = (prompt: string, audience: object) => at.sites.sql`
		insert into app.revisions (site_id, prompt_id, number, content)
		select site_id, prompt_id, 99, content || ${at.sites.sql.json({ audience } as never)}
		from app.revisions where prompt_id = ${prompt} and number = 1`;

	it.each([
		{ saved: 'paying', version: 1, rule: team },
		{ saved: 'paying', version: 2, rule: pro },
		{ saved: 'paying', version: 1 },
		{ saved: 'other', version: 1, rule: pro },
	])('refuses a revision without the rule of its version: %j', async (audience) => {
		await create();
		const { body } = await save(pro);
		await expect(insert(body.id, audience)).rejects.toMatchObject({ code: 'FB409' });
		await insert(body.id, { saved: 'paying', version: 1, rule: pro });
	});

	it('refuses to change a version', async () => {
		await create();
		await expect(at.sites.sql`
			update app.audience_versions set rule = '{"identified": true}' where site_id = ${at.site.id}`).rejects.toMatchObject(
			{ code: 'FB409' },
		);
	});

	it('lets a revision name an audience, or archives it, but not both', async () => {
		for (let turn = 0; turn < 10; turn++) {
			const audience = `race-${turn}`;
			await create({ key: audience });
			const [saved, archived] = await Promise.all([
				save({ saved: audience }),
				at.manage.ask(editor, 'archiveAudience', { site: at.site.id, audience }),
			]);
			expect([saved.status, archived.status].filter((status) => status === 200)).toHaveLength(1);
		}
	});
});

describe('a connection', () => {
	it('needs a grant to save drafts for each change', async () => {
		await create();
		const changes = [
			() => create({ key: 'mine' }, at.agent),
			() => update({ rule: team }, at.agent),
			() => update({ name: 'Teams' }, at.agent),
			() => archive(at.agent),
		];
		for (const change of changes) {
			const { status, error } = await change();
			expect([status, error.code]).toEqual([403, 'approval_required']);
			expect(approvalOf(error)).toBeDefined();
		}
		expect((await read()).body).toMatchObject({ version: 1, name: 'Paying', archived_at: null });
		await at.grant('prompt:draft');
		for (const change of changes) expect((await change()).status).toBe(200);
	});

	it('uses a grant for one change once, and its versions record the connection', async () => {
		await create();
		await at.grant('prompt:draft', {}, { mode: 'once' });
		expect((await update({ rule: team }, at.agent)).status).toBe(200);
		expect((await update({ rule: pro }, at.agent)).error.code).toBe('approval_required');
		expect((await read()).body.versions[0]!.created_by).toMatch(/^Editor, for /);
	});
});
