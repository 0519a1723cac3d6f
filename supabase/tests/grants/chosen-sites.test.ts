// What a connection may request and use at which site, and what a person approves for it. Plain SQL statements call the
// functions without the API, which refuses first, and without row-level security, which hides other sites.
import { randomUUID } from 'node:crypto';

import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
import { actAs, people } from '../security/actors.ts';
import { outcomeFor } from '../security/outcome-for.ts';
import { outcomeOf } from '../outcome-of.ts';
import { createSite, promptOf, type TestSite } from '../sites.ts';
import { undone } from '../undone.ts';
import { connect, type Scene, setScene } from './scene.ts';

let database: TestDatabase;
let scene: Scene;
/** Has a prompt with the same ID as the scene's draft. */
let twin: TestSite;
beforeAll(async () => {
	database = await createDatabase();
	const { admin } = database;
	scene = await setScene(admin);
	twin = await createSite(admin, {}, { [people.owner]: 'owner' });
	const content = promptOf({ survey_id: 'twin', trigger: { events: ['elsewhere'] } });
	await admin`
		insert into app.prompts (site_id, id, survey_id) values (${twin.id}, ${scene.draft.id}, 'twin')`;
	for (const number of [1, 2, 9]) {
		await admin`
			insert into app.revisions (site_id, prompt_id, number, content)
			values (${twin.id}, ${scene.draft.id}, ${number}, ${admin.json(content as never)})`;
	}
});
afterAll(() => database.close());

/** Runs statements with the claims of a connection, but not its role: functions are called as their definers call them. */
async function asConnection<T>(
	sql: TransactionSql,
	connection: string | null,
	act: (scope: TransactionSql) => Promise<T>,
): Promise<T | string> {
	return outcomeOf(sql, async (scope) => {
		const caller = connection === null ? {} : { connection };
		await actAs(scope, { name: 'agent', role: 'feedback_agent', ...caller });
		await scope`reset role`;
		const result = await act(scope);
		await scope`select set_config('request.jwt.claims', '', true)`;
		return result;
	});
}

type Wanted = {
	action?: string;
	workspace?: string | null;
	site?: string | null;
	prompt?: string;
	revision?: number;
};

describe('a request', () => {
	const request = (sql: TransactionSql, connection: string | null, wanted: Wanted = {}) => {
		const { action = 'prompt:draft', workspace = null, site = scene.site.id } = wanted;
		return asConnection(sql, connection, async (scope) => {
			await scope`
				select app.request_grant(${action}, ${workspace}, ${site}, ${wanted.prompt ?? null}, ${wanted.revision ?? null})`;
			return 'requested';
		});
	};
	const publish = { action: 'prompt:publish' };

	it('is made by a live connection', async () => {
		await undone(database.admin, async (sql) => {
			const live = await connect(sql, scene, []);
			expect(await request(sql, live)).toBe('requested');
			expect(await request(sql, null)).toBe('FB403');
			expect(await request(sql, randomUUID())).toBe('FB403');
			expect(await request(sql, await connect(sql, scene, [], { revoked: true }))).toBe('FB403');
			expect(await request(sql, await connect(sql, scene, [], { paused: true }))).toBe('FB423');
		});
	});

	it('is about a chosen site, or a workspace of one', async () => {
		await undone(database.admin, async (sql) => {
			const connection = await connect(sql, scene, []);
			const site = { action: 'site:create', site: null };
			expect(await request(sql, connection, { site: scene.elsewhere.id })).toBe('FB404');
			expect(await request(sql, connection, { site: null })).toBe('FB404');
			expect(await request(sql, connection, { ...site, workspace: scene.site.workspace })).toBe(
				'requested',
			);
			expect(await request(sql, connection, { ...site, workspace: null })).toBe('FB404');
			const { workspace } = scene.elsewhere;
			expect(await request(sql, connection, { ...site, workspace })).toBe('FB404');
		});
	});

	it('to publish names a revision of a prompt of the site', async () => {
		await undone(database.admin, async (sql) => {
			const connection = await connect(sql, scene, []);
			const prompt = scene.draft.id;
			const ask = (wanted: Wanted) => request(sql, connection, { ...publish, ...wanted });
			expect(await ask({ prompt, revision: 2 })).toBe('requested');
			expect(await ask({ prompt })).toBe('requested');
			// Only the other site has this revision.
			expect(await ask({ prompt, revision: 9 })).toBe('FB404');
			expect(await ask({ prompt: randomUUID(), revision: 1 })).toBe('FB404');
			expect(await ask({ prompt: randomUUID() })).toBe('FB404');
			expect(await ask({ revision: 1 })).toBe('FB404');
		});
	});

	it('is about what the person’s role allows', async () => {
		await undone(database.admin, async (sql) => {
			const connection = await connect(sql, scene, []);
			await sql`update app.connections set person_id = ${people.demoted} where id = ${connection}`;
			expect(await request(sql, connection)).toBe('FB403');
			expect(await request(sql, connection, { action: 'response:read' })).toBe('requested');
		});
	});
});

describe('a grant', () => {
	const use = (sql: TransactionSql, connection: string, site = scene.site) =>
		asConnection(sql, connection, async (scope) => {
			await scope`
				select app.use_grant('prompt:draft', ${site.workspace}, ${site.id}, null, null, false)`;
			return 'used';
		});

	it('is used at its site', async () => {
		await undone(database.admin, async (sql) => {
			const { workspace } = scene.site;
			const second = randomUUID();
			await sql`
				insert into app.sites (id, workspace_id, site_id, name, settings)
				select ${second}, workspace_id, 'site_000000000002', name, settings from app.sites where id = ${scene.site.id}`;
			const connection = await connect(sql, scene, [{ action: 'prompt:draft' }]);
			await sql`
				insert into app.connection_sites (connection_id, workspace_id, site_id)
				values (${connection}, ${workspace}, ${second})`;
			expect(await use(sql, connection)).toBe('used');
			expect(await use(sql, connection, { ...scene.site, id: second })).toBe('FB402');
			expect(await use(sql, connection, scene.elsewhere)).toBe('FB402');
		});
	});

	it('is not used while connections are paused', async () => {
		await undone(database.admin, async (sql) => {
			const paused = await connect(sql, scene, [{ action: 'prompt:draft' }], { paused: true });
			expect(await use(sql, paused)).toBe('FB423');
		});
	});

	it('under conditions is used at its site, and explains what did not hold until a week after its end', async () => {
		const conditions = JSON.stringify([{ kind: 'prompts', prompts: [scene.live.id] }]);
		const unmet = (change: string, site = scene.site.id) =>
			undone(database.admin, async (sql) => {
				const connection = await connect(sql, scene, [
					{ action: 'prompt:publish', combination: true },
				]);
				await sql`update app.grants set conditions = ${conditions}::text::jsonb where connection_id = ${connection}`;
				await sql.unsafe(`update app.grants set ${change} where connection_id = '${connection}'`);
				const [row] = (await asConnection(sql, connection, async (scope) => {
					return scope`select app.use_standing_grant(${site}, ${scene.draft.id}, 1) as unmet`;
				})) as unknown as [{ unmet: unknown[] | null }];
				return row.unmet === null ? 'none' : 'unmet';
			});
		expect(await unmet('uses = 0')).toBe('unmet');
		expect(await unmet('uses = 0', twin.id)).toBe('none');
		expect(await unmet('revoked_at = now()')).toBe('none');
		expect(await unmet(`expires_at = now() - interval '6 days'`)).toBe('unmet');
		expect(await unmet(`expires_at = now() - interval '8 days'`)).toBe('none');
		expect(await unmet(`expires_at = now() - interval '6 days'`, twin.id)).toBe('none');
		expect(await unmet(`expires_at = now() - interval '6 days', revoked_at = now()`)).toBe('none');
		expect(await unmet('conditions = null')).toBe('none');
	});

	it('is not approved for a connection that has ended', async () => {
		const approve = (change: string) =>
			undone(database.admin, async (sql) => {
				const [connection, request] = [await connect(sql, scene, []), randomUUID()];
				await sql`
					insert into app.grant_requests (id, connection_id, person_id, workspace_id, site_id, action)
					values (${request}, ${connection}, ${people.owner}, ${scene.site.workspace}, ${scene.site.id}, 'prompt:draft')`;
				await sql.unsafe(`update app.connections set ${change} where id = '${connection}'`);
				return outcomeFor(sql, people.owner, async (scope) => {
					await scope`select app.approve_grant(${request}, 'once', 1, null, false)`;
					return 'approved';
				});
			});
		expect(await approve('name = name')).toBe('approved');
		expect(await approve('revoked_at = now()')).toBe('FB409');
		expect(await approve('expires_at = now()')).toBe('FB409');
	});
});

describe('what is approved with a sign-in', () => {
	const consented = async (
		sql: TransactionSql,
		person: string,
		sites: string[],
		actions = ['site:create'],
	) => {
		const rows = await sql<{ id: string }[]>`
			select app.consented_workspaces(${person}, array(select jsonb_array_elements_text(${sql.json(sites)})::uuid),
				array(select jsonb_array_elements_text(${sql.json(actions)}))) as id`;
		return rows.map(({ id }) => id);
	};

	it('is for the workspaces of the chosen sites, or for the only one in which the person may create sites', async () => {
		await undone(database.admin, async (sql) => {
			const person = randomUUID();
			const { site, elsewhere } = scene;
			await sql`insert into app.members (workspace_id, person_id, role) values (${site.workspace}, ${person}, 'editor')`;
			await sql`insert into app.members (workspace_id, person_id, role) values (${elsewhere.workspace}, ${person}, 'viewer')`;
			expect(await consented(sql, person, [])).toEqual([site.workspace]);
			expect(await consented(sql, person, [], ['prompt:draft'])).toEqual([]);
			expect(await consented(sql, person, [elsewhere.id])).toEqual([elsewhere.workspace]);
			await sql`update app.members set role = 'editor' where person_id = ${person}`;
			expect(await consented(sql, person, [])).toEqual([]);
			expect(await consented(sql, randomUUID(), [])).toEqual([]);
		});
	});

	it('becomes grants for these sites and actions', async () => {
		await undone(database.admin, async (sql) => {
			const connection = await connect(sql, scene, []);
			await sql`
				select app.grant_with_consent(${connection}, ${people.owner}, array[${scene.site.id}::uuid],
					string_to_array('site:create,response:read', ','), now())`;
			const grants = await sql`
				select site_id, action, mode from app.grants where connection_id = ${connection} order by action`;
			expect(grants.map((row) => ({ ...row }))).toEqual([
				{ site_id: scene.site.id, action: 'response:read', mode: 'until' },
				{ site_id: null, action: 'site:create', mode: 'once' },
			]);
		});
	});
});

describe('a revision', () => {
	const missing = (sql: TransactionSql, person: string, site = scene.site.id, revision = 1) =>
		outcomeFor(sql, person, async (scope) => {
			const [row] = await scope`
				select app.missing_for_revision(${site}, ${scene.draft.id}, ${revision}) as missing`;
			return row!['missing'] as { events: string[]; site_key: boolean } | null;
		});

	it('lacks what its own site lacks, for those who see the site', async () => {
		await undone(database.admin, async (sql) => {
			expect(await missing(sql, people.owner)).toEqual({ events: [], site_key: false });
			expect(await missing(sql, people.owner, scene.site.id, 9)).toBeNull();
			expect(await missing(sql, people.owner, twin.id)).toMatchObject({ events: ['elsewhere'] });
			expect(await missing(sql, people.outsider)).toBeNull();
			expect(await missing(sql, people.outsider, twin.id)).toBeNull();
		});
	});

	it('for events of the backend lacks a site key that is not revoked', async () => {
		await undone(database.admin, async (sql) => {
			const content = promptOf({ trigger: { events: ['done'], source: 'backend' } as never });
			await sql`
				insert into app.revisions (site_id, prompt_id, number, content)
				values (${scene.site.id}, ${scene.draft.id}, 3, ${sql.json(content as never)})`;
			const lacksKey = async () => {
				const found = await missing(sql, people.owner, scene.site.id, 3);
				return (found as { site_key: boolean }).site_key;
			};
			const addKey = (site: string, revoked: boolean) => sql`
				insert into app.site_keys (site_id, name, prefix, hash, created_by, revoked_at)
				values (${site}, ${randomUUID()}, 'fbs_abcd', sha256(gen_random_uuid()::text::bytea), ${people.owner},
					${revoked ? new Date() : null})`;
			expect(await lacksKey()).toBe(true);
			await addKey(twin.id, false);
			await addKey(scene.site.id, true);
			expect(await lacksKey()).toBe(true);
			await addKey(scene.site.id, false);
			expect(await lacksKey()).toBe(false);
		});
	});
});

it('conditions name prompts of their own site', async () => {
	await undone(database.admin, async (sql) => {
		const condition = sql.json([{ kind: 'prompts', prompts: [scene.draft.id] }]);
		const [named] = await sql`
			select app.name_conditions(${scene.site.id}, ${condition}) as here, app.name_conditions(${twin.id}, ${condition}) as there`;
		expect(named).toMatchObject({ here: [{ prompts: ['draft'] }], there: [{ prompts: ['twin'] }] });
		const identify = (site: string, name: string) =>
			sql
				.savepoint(async (scope) => {
					const [row] = await scope<[{ ids: { prompts: string[] }[] }]>`
						select app.identify_prompts(${site}, ${scope.json([{ kind: 'prompts', prompts: [name] }])}) as ids`;
					return row.ids[0]!.prompts[0];
				})
				.catch((error: unknown) => (error as { code: string }).code);
		expect(await identify(scene.site.id, 'draft')).toBe(scene.draft.id);
		expect(await identify(scene.site.id, 'twin')).toBe('FB409');
		expect(await identify(twin.id, 'twin')).toBe(scene.draft.id);
	});
});

it('what a person does is recorded in workspaces of which they are a member', async () => {
	await undone(database.admin, async (sql) => {
		const record = (person: string, { workspace, id }: TestSite, bySite = false) =>
			outcomeFor(sql, person, async (scope) => {
				await scope`
					select app.record_action(${bySite ? null : workspace}, ${bySite ? id : null}, 'renameSite', 'x')`;
				return 'recorded';
			});
		expect(await record(people.owner, scene.site)).toBe('recorded');
		expect(await record(people.owner, scene.site, true)).toBe('recorded');
		expect(await record(people.demoted, twin)).toBe('FB403');
		expect(await record(people.outsider, scene.site)).toBe('FB403');
		expect(await record(people.outsider, scene.site, true)).toBe('FB403');
	});
});
