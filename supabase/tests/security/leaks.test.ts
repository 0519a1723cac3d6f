// Six leaks that row-level security does not prevent.
import { randomUUID } from 'node:crypto';

import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { loadSite } from '../../functions/sdk/database.ts';
import { createDatabase, type TestDatabase } from '../harness.ts';
import { promptOf } from '../sites.ts';
import { asPerson, createTenants, people, type Tenants } from './actors.ts';

let database: TestDatabase;
let tenants: Tenants;
let manage: Sql;
beforeAll(async () => {
	database = await createDatabase();
	tenants = await createTenants(database);
	manage = database.connect('feedback_manage');
});
afterAll(() => database.close());

const denied = { code: '42501' };

describe('row-level security', () => {
	it('covers partitions that are queried directly', async () => {
		await expect(
			asPerson(manage, people.owner, (sql) => sql.unsafe(`select * from ${tenants.partition}`)),
		).rejects.toMatchObject(denied);
	});

	it('is not bypassed by a temporary table with the name of a table', async () => {
		const sql = database.connect('feedback_ingest', { max: 1, pooled: false });
		await sql`create temp table sites (id uuid, site_id text, settings jsonb)`;
		await sql`insert into sites values (${randomUUID()}, ${tenants.own.siteId}, '{}')`;
		await sql`set search_path = pg_temp, app`;
		expect((await loadSite(sql, tenants.own.siteId))?.id).toBe(tenants.own.id);
	});

	it('is not bypassed by functions that PUBLIC may execute', async () => {
		for (const role of ['anon', 'authenticated']) {
			await expect(
				database.admin.begin(async (sql) => {
					await sql`select set_config('role', ${role}, true)`;
					await sql`select app.load_site(${tenants.own.siteId})`;
				}),
			).rejects.toMatchObject(denied);
		}
		await expect(manage`select app.load_site(${tenants.own.siteId})`).rejects.toMatchObject(denied);
		await expect(database.ingest`select app.maintain()`).rejects.toMatchObject(denied);
		await expect(database.ingest`select * from app.sites`).rejects.toMatchObject(denied);
		await expect(database.ingest`set role feedback_owner`).rejects.toMatchObject(denied);
	});

	it("does not reveal another tenant's survey IDs by a conflict", async () => {
		const [theirs] =
			await database.admin`select survey_id from app.prompts where site_id = ${tenants.other.id}`;
		const created = await asPerson(
			manage,
			people.editor,
			(sql) =>
				sql`select * from app.create_prompt(${tenants.own.id}, ${sql.json(promptOf({ survey_id: theirs!['survey_id'] as string }))})`,
		);
		expect(created).toHaveLength(1);
	});

	it("does not reveal another tenant's prompts by a foreign key", async () => {
		const [theirs] =
			await database.admin`select id from app.prompts where site_id = ${tenants.other.id}`;
		const save = (prompt: string) =>
			asPerson(
				manage,
				people.editor,
				(sql) =>
					sql`insert into app.revisions (site_id, prompt_id, number, content, created_by)
					values (${tenants.own.id}, ${prompt}, 1, '{}', ${people.editor})`,
			).then(
				() => 'saved',
				(error: unknown) => (error as { code: string }).code,
			);
		expect(await save(theirs!['id'] as string)).toBe('23503');
		expect(await save(randomUUID())).toBe('23503');
	});

	it('hides proof keys even from owners, but not their metadata', async () => {
		await expect(
			asPerson(manage, people.owner, (sql) => sql`select sealed from app.proof_keys`),
		).rejects.toMatchObject(denied);
		const keys = await asPerson(
			manage,
			people.owner,
			(sql) => sql`select kid, status from app.proof_keys`,
		);
		expect(keys).toEqual([{ kid: 'k1', status: 'active' }]);
	});
});

describe('a session without a caller', () => {
	it('sees nothing', async () => {
		await expect(manage`select * from app.sites`).rejects.toMatchObject(denied);
		const rows = await manage.begin(async (sql) => {
			await sql`select set_config('role', 'feedback_person', true)`;
			return sql`select id from app.sites`;
		});
		expect(rows).toHaveLength(0);
	});
});

describe('roles', () => {
	it('let viewers read, editors author and owners manage', async () => {
		const content = promptOf();
		const create = (person: string) =>
			asPerson(manage, person, async (sql) => {
				const [created] =
					await sql`select * from app.create_prompt(${tenants.own.id}, ${sql.json(content)})`;
				await sql`select app.publish(${tenants.own.id}, ${created!['prompt_id'] as string}, 1, ${created!['sha256'] as string})`;
			});
		await expect(create(people.viewer)).rejects.toMatchObject(denied);
		await expect(create(people.stranger)).rejects.toMatchObject(denied);
		await create(people.editor);
		const [prompt] = await database.admin`
			select state, created_by from app.prompts where site_id = ${tenants.own.id} and survey_id = ${content.survey_id}`;
		expect(prompt).toEqual({ state: 'published', created_by: people.editor });

		const rename = (person: string) =>
			asPerson(
				manage,
				person,
				(sql) => sql`update app.sites set name = 'New' where id = ${tenants.own.id} returning name`,
			);
		expect(await rename(people.editor)).toHaveLength(0);
		expect(await rename(people.owner)).toEqual([{ name: 'New' }]);
	});

	it('end the moment a membership ends', async () => {
		const count = () =>
			asPerson(
				manage,
				people.outsider,
				async (sql) => (await sql`select id from app.sites`).length,
			);
		const workspace = tenants.own.workspace;
		expect(await count()).toBe(0);
		await database.admin`insert into app.members (workspace_id, person_id, role) values (${workspace}, ${people.outsider}, 'viewer')`;
		expect(await count()).toBe(1);
		await database.admin`delete from app.members where person_id = ${people.outsider}`;
		expect(await count()).toBe(0);
	});
});
