import { join } from 'node:path';

import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { thorough } from '../../../testing/thorough.ts';
import { prepareCluster, withRole } from '../../../server/postgres/cluster.ts';
import { pushMigrations, runSupabase } from '../../../server/deploy/supabase-cli.ts';
import { createDatabase, type TestDatabase } from '../harness.ts';
import { readTypesAndTables } from './read-schema.ts';

const folder = join(import.meta.dirname, '..', '..');
let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

const remote = () => `--remote=${database.url('postgres', false)}`;

describe('the migrations', () => {
	it('create the committed tables', async () => {
		await expect(await readTypesAndTables(database.admin)).toMatchFileSnapshot(
			join(folder, 'schema.sql'),
		);
	});

	it('run as a role that is not a superuser', async () => {
		const [role] = await database.admin`
			select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = 'postgres'`;
		expect(role).toEqual({ rolsuper: false, rolbypassrls: true, rolcreaterole: true });
	});

	it('that fail are rolled back, with an error that explains why', async () => {
		const name = `test_refused_${process.pid}`;
		const root = postgres(inject('cluster'), { max: 1, onnotice: () => undefined });
		await root.unsafe(`create database ${name} owner postgres`);
		try {
			const { password } = new URL(inject('cluster'));
			await prepareCluster(withRole(inject('cluster'), 'supabase_admin', name), password);
			const sql = postgres(withRole(inject('cluster'), 'supabase_admin', name), { max: 1 });
			// An existing schema makes a migration fail.
			await sql.unsafe(`create schema app authorization postgres`);
			await expect(pushMigrations(withRole(inject('cluster'), 'postgres', name))).rejects.toThrow(
				/schema "app" already exists/,
			);
			const created = await sql`select from pg_class where relnamespace = 'app'::regnamespace`;
			expect(created).toHaveLength(0);
			await sql.end();
		} finally {
			await root.unsafe(`drop database ${name} with (force)`);
			await root.end();
		}
	}, 60_000);
});

describe("Supabase's advisors", () => {
	const runAdvisors = () =>
		runSupabase([
			'db',
			'advisors',
			'--type',
			'all',
			'--fail-on',
			'warn',
			'--level',
			'warn',
			remote(),
		]);

	it('report no warning', async () => {
		await expect(runAdvisors()).resolves.toBeDefined();
	}, 60_000);

	it(
		'would report one for a function without a search path',
		{ ...thorough, timeout: 60_000 },
		async () => {
			await database.admin.unsafe(
				"create function app.unsafe() returns integer language sql as 'select 1'",
			);
			await expect(runAdvisors()).rejects.toThrow(/function_search_path_mutable/);
			await database.admin.unsafe('drop function app.unsafe');
		},
	);
});
