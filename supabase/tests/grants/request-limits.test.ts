// Which requests of connections are one, and how many wait for a person. Plain SQL statements, without the API.
import { randomUUID } from 'node:crypto';

import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
import { outcomeOf } from '../outcome-of.ts';
import { actAs, people } from '../security/actors.ts';
import { undone } from '../undone.ts';
import { connect, type Given, type Scene, setScene } from './scene.ts';

let database: TestDatabase;
let scene: Scene;
beforeAll(async () => {
	database = await createDatabase();
	scene = await setScene(database.admin);
});
afterAll(() => database.close());

type Asked = {
	action?: Given['action'];
	site?: string | null;
	prompt?: string;
	revision?: number;
	siteName?: string;
	launcher?: string;
};

/** Requests an action as a connection. Returns the ID of the request, or the code of the error. */
function ask(sql: TransactionSql, connection: string, asked: Asked = {}): Promise<string> {
	const { action = 'response:read', site = scene.site.id, prompt, revision, siteName } = asked;
	const launcher = asked.launcher && sql.json({ survey_id: asked.launcher, position: 'right' });
	return outcomeOf(sql, async (scope) => {
		await actAs(scope, { name: 'agent', role: 'feedback_agent', connection });
		const [row] = await scope<[{ id: string }]>`
			select app.request_grant(${action}, ${scene.site.workspace}, ${site}, ${prompt ?? null}, ${revision ?? null},
				${siteName ?? null}, null, ${launcher ?? null}) as id`;
		await scope`reset role`;
		return row.id;
	});
}

describe('a request', () => {
	const each: [string, () => Asked][] = [
		['reading', () => ({})],
		['drafts', () => ({ action: 'prompt:draft' })],
		['a new site', () => ({ action: 'site:create', site: null })],
		['a new site with a name', () => ({ action: 'site:create', site: null, siteName: 'Shop' })],
		['another name', () => ({ action: 'site:create', site: null, siteName: 'Blog' })],
		['a revision', () => publish(scene.draft.id, 1)],
		['another revision', () => publish(scene.draft.id, 2)],
		['no revision', () => publish(scene.draft.id)],
		['another prompt', () => publish(scene.live.id, 1)],
		['a launcher', () => ({ action: 'launcher:set', launcher: 'live' })],
		['another launcher', () => ({ action: 'launcher:set', launcher: 'draft' })],
		['no launcher', () => ({ action: 'launcher:set' })],
	];
	const publish = (prompt: string, revision?: number): Asked => ({
		action: 'prompt:publish',
		prompt,
		...(revision !== undefined && { revision }),
	});

	it('is the same for the same, and another for anything else', async () => {
		await undone(database.admin, async (sql) => {
			const [one, other] = [await connect(sql, scene, []), await connect(sql, scene, [])];
			const ids = new Map<string, string>();
			for (const connection of [one, other]) {
				for (const [name, asked] of each) {
					// Not so many wait at once.
					await sql`update app.grant_requests set expires_at = now() + interval '1 hour'`;
					const id = await ask(sql, connection, asked());
					expect(id, name).toMatch(/-/);
					expect([...ids.values()], name).not.toContain(id);
					expect(await ask(sql, connection, asked()), name).toBe(id);
					ids.set(`${connection} ${name}`, id);
					await sql`update app.grant_requests set created_at = now() + interval '1 hour'`;
				}
			}
			for (const [name, asked] of each) {
				expect(await ask(sql, one, asked()), name).toBe(ids.get(`${one} ${name}`));
			}
		});
	});

	it('is made again once the last has expired, was denied, or its grant has ended', async () => {
		await undone(database.admin, async (sql) => {
			const connection = await connect(sql, scene, []);
			const former = new Set<string>();
			const isNew = async () => {
				const id = await ask(sql, connection, publish(scene.draft.id, 1));
				const was = former.has(id);
				former.add(id);
				return !was;
			};
			expect(await isNew()).toBe(true);
			expect(await isNew()).toBe(false);
			await sql`update app.grant_requests set expires_at = now()`;
			expect(await isNew()).toBe(true);
			await sql`update app.grant_requests set state = 'denied', decided_at = now()`;
			expect(await isNew()).toBe(true);
			await sql`update app.grant_requests set state = 'approved', decided_at = now() where state = 'pending'`;
			// Approved, without a grant.
			expect(await isNew()).toBe(true);
			const grant = async (set: string) => {
				await sql`update app.grant_requests set state = 'approved', decided_at = now() where state = 'pending'`;
				await sql`
					insert into app.grants (request_id, connection_id, workspace_id, site_id, action, mode, prompt_id, revision,
						sha256, approved_by, expires_at)
					select r.id, r.connection_id, r.workspace_id, r.site_id, r.action, 'once', r.prompt_id, r.revision, r.sha256,
						${people.owner}, now() + interval '1 hour' from app.grant_requests r
					where r.connection_id = ${connection} order by r.id desc limit 1`;
				await sql.unsafe(`update app.grants set ${set} where connection_id = '${connection}'`);
				return isNew();
			};
			expect(await grant('combination = combination')).toBe(false);
			expect(await grant('revoked_at = now()')).toBe(true);
			expect(await grant('expires_at = now()')).toBe(true);
			expect(await grant(`consumed_at = now(), consumed_by = '${randomUUID()}'`)).toBe(true);
		});
	});
});

describe('requests that wait', () => {
	const fill = (sql: TransactionSql, connection: string, count: number, set = '') =>
		sql.unsafe(`
		insert into app.grant_requests (connection_id, person_id, workspace_id, action, site_name, state, decided_at, created_at, expires_at)
		select '${connection}', '${people.owner}', '${scene.site.workspace}', 'site:create', gen_random_uuid()::text,
			r.state, r.decided_at, r.created_at, r.expires_at
		from generate_series(1, ${count}), (select 'pending' as state, null::timestamptz as decided_at, now() as created_at,
			now() + interval '1 hour' as expires_at) d, lateral (select ${set || 'd.*'}) r`);
	const denied = `'denied' as state, now() as decided_at, d.created_at, d.expires_at`;
	const at = (created: string) =>
		`'denied' as state, now() as decided_at, ${created} as created_at, d.expires_at`;

	it('are at most 10 of a connection', async () => {
		await undone(database.admin, async (sql) => {
			const [one, other] = [await connect(sql, scene, []), await connect(sql, scene, [])];
			await fill(sql, one, 9);
			expect(await ask(sql, one)).toMatch(/-/);
			expect(await ask(sql, one, { action: 'prompt:draft' })).toBe('FB429');
			expect(await ask(sql, other)).toMatch(/-/);
		});
	});

	it('are at most 20 of a person', async () => {
		await undone(database.admin, async (sql) => {
			const [one, two, three] = [
				await connect(sql, scene, []),
				await connect(sql, scene, []),
				await connect(sql, scene, []),
			];
			await fill(sql, one, 10);
			await fill(sql, two, 9);
			expect(await ask(sql, three)).toMatch(/-/);
			expect(await ask(sql, three, { action: 'prompt:draft' })).toBe('FB429');
		});
	});

	it.each([
		['were decided', denied],
		['have expired', `'pending' as state, d.decided_at, d.created_at, now() as expires_at`],
		[
			'are dated in the future',
			`'pending' as state, d.decided_at, now() + interval '2 minutes' as created_at, d.expires_at`,
		],
	])('do not include those that %s', async (_, set) => {
		await undone(database.admin, async (sql) => {
			const [one, other] = [await connect(sql, scene, []), await connect(sql, scene, [])];
			await fill(sql, one, 30, set);
			expect(await ask(sql, one)).toMatch(/-/);
			await fill(sql, other, 9);
			expect(await ask(sql, other)).toMatch(/-/);
		});
	});

	it('are at most 200 of a person within a day', async () => {
		const outcome = (set: string, count: number) =>
			undone(database.admin, async (sql) => {
				const [one, other] = [await connect(sql, scene, []), await connect(sql, scene, [])];
				await fill(sql, one, count, set);
				return ask(sql, other);
			});
		expect(await outcome(denied, 199)).toMatch(/-/);
		expect(await outcome(denied, 200)).toBe('FB429');
		expect(await outcome(at(`now() - interval '24 hours'`), 200)).toMatch(/-/);
		expect(await outcome(at(`now() + interval '2 minutes'`), 200)).toMatch(/-/);
	});

	it('of another person do not count', async () => {
		await undone(database.admin, async (sql) => {
			const connection = await connect(sql, scene, []);
			await fill(sql, await connect(sql, scene, []), 200, denied);
			await fill(sql, await connect(sql, scene, []), 20);
			await sql`update app.grant_requests set person_id = ${people.editor}`;
			expect(await ask(sql, connection)).toMatch(/-/);
		});
	});
});
