import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { maintain } from '../../../server/postgres/maintain.ts';
import { createDatabase, type TestDatabase } from '../harness.ts';
import { undone } from '../undone.ts';
import { attempts } from './attempts.ts';
import { acts, attempt, connect, setScene, type Given, type Scene } from './scene.ts';

let database: TestDatabase;
let scene: Scene;
beforeAll(async () => {
	database = await createDatabase();
	scene = await setScene(database.admin);
});
afterAll(() => database.close());

const run = (sql: TransactionSql, { grants, ended, claims, act }: (typeof attempts)[number]) =>
	sql
		.savepoint(async (scope) => {
			const connection = await connect(scope, scene, grants(scene), ended);
			throw new Outcome(await attempt(scope, connection, act(scene), claims));
		})
		.catch((error: unknown) => {
			if (error instanceof Outcome) return error.outcome;
			throw error;
		});
class Outcome extends Error {
	readonly outcome: string;
	constructor(outcome: string) {
		super();
		this.outcome = outcome;
	}
}

describe('with plain statements, an agent is refused', () => {
	it.each(attempts)('$name', async (one) => {
		expect(await undone(database.admin, (sql) => run(sql, one))).toBe('refused');
	});
});

describe('with plain statements, an agent may', () => {
	const { createSite, createPrompt, saveRevision, rename, publish, move, read, readAllowed } = acts;
	const { setLauncher } = acts;
	type Act = (scene: Scene) => (sql: TransactionSql) => Promise<{ count: number }>;
	const allowed: [string, (scene: Scene) => Given[], Act][] = [
		['create a site', () => [{ action: 'site:create', mode: 'once' }], createSite],
		['create a prompt', () => [{ action: 'prompt:draft', mode: 'once' }], createPrompt],
		['save a revision', () => [{ action: 'prompt:draft' }], saveRevision],
		['change the survey ID', () => [{ action: 'prompt:draft' }], rename],
		[
			'publish a revision',
			({ draft }) => [{ action: 'prompt:publish', mode: 'once', prompt: draft, revision: 1 }],
			publish,
		],
		['publish any prompt of a site', () => [{ action: 'prompt:publish' }], publish],
		[
			'publish although it reads, with the combination approved',
			() => [{ action: 'prompt:publish', combination: true }, { action: 'response:read' }],
			publish,
		],
		[
			'publish after its person revoked the reading grant',
			() => [{ action: 'prompt:publish' }, { action: 'response:read', revoked: true }],
			publish,
		],
		[
			'pause a prompt',
			({ live }) => [{ action: 'prompt:publish', prompt: live }],
			(at) => move(at, 'paused'),
		],
		['set any launcher', () => [{ action: 'launcher:set' }], setLauncher],
		[
			'set the launcher that was approved',
			() => [{ action: 'launcher:set', mode: 'once', launcher: 'live' }],
			setLauncher,
		],
		['read responses', () => [{ action: 'response:read' }], read],
		['read responses once', () => [{ action: 'response:read', mode: 'once' }], readAllowed],
	];

	it.each(allowed)('%s under its grant', async (_, grants, act) => {
		const outcome = await undone(database.admin, async (sql) =>
			attempt(sql, await connect(sql, scene, grants(scene)), act(scene)),
		);
		expect(outcome).toBe('done');
	});

	it.each(allowed)('not %s while connections are paused', async (_, grants, act) => {
		const outcome = await undone(database.admin, async (sql) =>
			attempt(sql, await connect(sql, scene, grants(scene), { paused: true }), act(scene)),
		);
		expect(outcome).toBe('refused');
	});
});

describe('some attempt succeeds', () => {
	const leaks = (mutation: string) =>
		undone(database.admin, async (sql) => {
			await sql.unsafe(mutation);
			for (const one of attempts) if ((await run(sql, one)) === 'done') return one.name;
			return undefined;
		});

	it.each([
		['app.sites', 'a_connection_needs_a_grant'],
		['app.prompts', 'a_connection_needs_a_grant'],
		['app.revisions', 'a_connection_needs_a_grant'],
		['app.prompts', 'prompts_need_a_grant'],
		['app.sites', 'launchers_need_a_grant'],
	])('without the trigger of %s: %s', async (table, trigger) => {
		// The policies refuse calls without any grant; the triggers check the specific grant, and consume it.
		const found = await leaks(
			`alter table ${table} disable trigger ${trigger}; ${
				table === 'app.revisions' || (table === 'app.prompts' && trigger.startsWith('a_'))
					? `alter policy "connections create granted prompts" on app.prompts with check (true);
						alter policy "connections save granted revisions" on app.revisions with check (true)`
					: ''
			}`,
		);
		expect(found).toBeDefined();
	});

	// Removes each essential condition from its function.
	const useGrant = 'use_grant(text,uuid,uuid,uuid,integer,boolean,text,jsonb)';
	it.each([
		['live_connection()', 'and app.is_live(c)', ''],
		['live_connection()', 'and app.person_id() is null', ''],
		['connected_sites()', 'on s.connection_id = c.id', 'on true'],
		['live_grants(text)', 'and not app.are_agents_paused(g.workspace_id)', ''],
		['connected_sites()', 'where not app.are_agents_paused(s.workspace_id)', ''],
		['connected_workspaces()', 'not app.are_agents_paused(m.workspace_id)', 'true'],
		['live_grants(text)', 'and m.role = any(app.roles_at_least(app.required_role(p_action)))', ''],
		['live_grants(text)', 'and m.person_id = g.approved_by', ''],
		['live_grants(text)', 'and g.action = p_action', ''],
		['live_grants(text)', 'g.revoked_at is null and', ''],
		['live_grants(text)', 'and g.expires_at > now()', ''],
		['live_grants(text)', 'or g.consumed_by = app.call_id()', 'or true'],
		[
			'live_grants(text)',
			'and (g.site_id is null or g.site_id in (select app.connected_sites()))',
			'',
		],
		[
			'granted_sites(text)',
			"and (p_action <> 'response:read' or g.mode = 'until' or g.consumed_at is not null)",
			'',
		],
		['may_have_read(uuid)', 'or g.given_back', ''],
		['may_have_read(uuid)', 'select exists', 'select not exists'],
		// The policy has the same condition, so both are removed.
		[
			useGrant,
			'g.workspace_id = p_workspace and',
			'',
			'alter policy "connections create granted sites" on app.sites with check (true)',
		],
		[
			useGrant,
			'and g.revision is not distinct from p_revision and g.sha256 is not distinct from app.revision_sha256(p_site, p_prompt, p_revision)',
			'',
		],
		[useGrant, 'or g.prompt_id = p_prompt and', 'or'],
		[useGrant, 'or g.combination or', 'or true or'],
		[useGrant, 'and (g.site_name is null or g.site_name = p_site_name)', ''],
		[
			useGrant,
			"and (p_action <> 'launcher:set' or g.sha256 is null or g.sha256 = app.launcher_sha256(p_launcher))",
			'',
		],
		[useGrant, 'and (g.consumed_at is null or not p_unused)', ''],
		[useGrant, 'if app.connection_id() is null then', 'if true then'],
	])('when app.%s lacks "%s"', async (name, from, to, also = '') => {
		const [row] = await database.admin`
			select pg_get_functiondef(${`app.${name}`}::regprocedure) as body`;
		const body = (row!['body'] as string).replace(/--.*$/gm, '').replace(/\s+/g, ' ');
		const mutated = body.replace(from, to);
		expect(mutated).not.toBe(body);
		expect(await leaks(`${mutated}; ${also}`)).toBeDefined();
	});
});

describe('one `once`', () => {
	it('is consumed by one of fifty concurrent transactions', async () => {
		const connection = await database.admin.begin((sql) =>
			connect(sql, scene, [{ action: 'site:create', mode: 'once' }]),
		);
		const manage = database.connect('feedback_manage', { max: 50, pooled: false });
		await Promise.all(Array.from({ length: 50 }, () => manage`select pg_sleep(0.05)`));
		const outcomes = await Promise.all(
			Array.from({ length: 50 }, () =>
				manage.begin((sql) => attempt(sql, connection, acts.createSite(scene))),
			),
		);
		expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
	});

	it('is not consumed if its transaction is rolled back', async () => {
		const connection = await database.admin.begin((sql) =>
			connect(sql, scene, [{ action: 'site:create', mode: 'once' }]),
		);
		const manage = database.connect('feedback_manage');
		const first = await undone(manage, (sql) => attempt(sql, connection, acts.createSite(scene)));
		expect(first).toBe('done');
		const again = await manage.begin((sql) => attempt(sql, connection, acts.createSite(scene)));
		expect(again).toBe('done');
	});
});

describe('within one transaction', () => {
	it.each<[string, (sql: TestDatabase['admin'], connection: string) => Promise<unknown>]>([
		[
			'revoking the grant',
			(sql, id) => sql`update app.grants set revoked_at = now() where connection_id = ${id}`,
		],
		[
			'revoking the connection',
			(sql, id) => sql`update app.connections set revoked_at = now() where id = ${id}`,
		],
		[
			'removing the site',
			(sql, id) => sql`delete from app.connection_sites where connection_id = ${id}`,
		],
	])('%s takes effect in the next statement', async (_, end) => {
		const connection = await database.admin.begin((sql) =>
			connect(sql, scene, [{ action: 'response:read' }]),
		);
		const manage = database.connect('feedback_manage');
		await manage.begin(async (sql) => {
			expect(await attempt(sql, connection, acts.read(scene))).toBe('done');
			await end(database.admin, connection);
			expect(await attempt(sql, connection, acts.read(scene))).toBe('refused');
		});
	});
});

describe('an expired grant', () => {
	it('is deleted after 90 days', async () => {
		const connection = await database.admin.begin((sql) =>
			connect(sql, scene, [{ action: 'response:read' }, { action: 'prompt:draft' }]),
		);
		await database.admin`
			update app.grants set approved_at = now() - interval '100 days', expires_at = now() - interval '91 days'
			where connection_id = ${connection} and action = 'prompt:draft'`;
		await maintain(database.admin);
		const left =
			await database.admin`select action from app.grants where connection_id = ${connection}`;
		expect(left).toEqual([{ action: 'response:read' }]);
	});
});
