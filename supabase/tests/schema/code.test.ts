// The functions, views, triggers and policies of a database follow the files in supabase/schemas, on the server as on a
// hosted project, which has nothing but migrations.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres, { type Sql } from 'postgres';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest';

import { pushMigrations } from '../../../server/deploy/supabase-cli.ts';
import { prepareCluster, withRole } from '../../../server/postgres/cluster.ts';
import { applyCode } from '../../../server/postgres/code/apply-code.ts';
import { listCodeFiles } from '../../../server/postgres/code/code-files.ts';
import { writeCodeMigration } from '../../../server/postgres/code/write-code-migration.ts';
import { connectDatabase, type DatabaseClient } from '../../../server/postgres/connect.ts';
import { applyMigrations } from '../../../server/postgres/migrate.ts';
import { thorough } from '../../../testing/thorough.ts';
import { readSchema } from './read-schema.ts';

const tree = join(import.meta.dirname, '../..');
const root = postgres(inject('cluster'), { max: 1, onnotice() {} });
afterAll(() => root.end());

let folder: string;
let migrations: string;
let schemas: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'feedback-code-'));
	migrations = join(folder, 'supabase/migrations');
	schemas = join(folder, 'supabase/schemas');
	cpSync(join(tree, 'config.toml'), join(folder, 'supabase/config.toml'));
	cpSync(join(tree, 'migrations'), migrations, { recursive: true });
	cpSync(join(tree, 'schemas'), schemas, { recursive: true });
});
const created: string[] = [];
afterEach(async () => {
	rmSync(folder, { recursive: true });
	for (const name of created.splice(0)) await root.unsafe(`drop database ${name} with (force)`);
});

/** Creates an empty database; `owner` is the URL of its owner, who is no superuser. */
async function createEmpty(): Promise<{ owner: string; schema(): Promise<string> }> {
	const name = `test_code_${process.pid}_${Math.random().toString(36).slice(2, 8)}`;
	await root.unsafe(`create database ${name} owner postgres`);
	created.push(name);
	const admin = withRole(inject('cluster'), 'supabase_admin', name);
	await prepareCluster(admin, new URL(inject('cluster')).password);
	return {
		owner: withRole(inject('cluster'), 'postgres', name),
		async schema() {
			const sql: Sql = postgres(admin, { max: 1, onnotice() {} });
			try {
				return await readSchema(sql);
			} finally {
				await sql.end();
			}
		},
	};
}

function edit(path: string, change: (text: string) => string): void {
	const text = readFileSync(join(schemas, path), 'utf8');
	expect(change(text)).not.toBe(text);
	writeFileSync(join(schemas, path), change(text));
}

describe('the files', () => {
	const files = listCodeFiles();

	it('define everything once', () => {
		const names = files.flatMap(({ defines }) => [...defines]);
		expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
		expect(names.length).toBeGreaterThan(400);
	});

	it('have at most 200 lines', () => {
		const long = files.filter(({ text }) => text.split('\n').length > 201).map(({ path }) => path);
		expect(long).toEqual([]);
	});
});

describe('a release', () => {
	const slow = { ...thorough, timeout: 180_000 };
	it(
		'has the same result by migrations alone as by a server, also after the next release',
		slow,
		async () => {
			const [pushed, served] = [await createEmpty(), await createEmpty()];
			expect(await writeCodeMigration(migrations, schemas)).toHaveLength(2);
			await pushMigrations(pushed.owner, folder);
			await applyMigrations(served.owner, { folder: migrations, schemas });
			expect(await pushed.schema()).toBe(await served.schema());
			expect(await writeCodeMigration(migrations, schemas)).toEqual([]);
			for (const { owner } of [pushed, served]) {
				const sql = connectDatabase(owner);
				await sql.script(
					`set role feedback_owner; insert into app.workspaces (name) values ('Kept'); reset role`,
				);
				await sql.end();
			}

			// A parameter, a return type, a policy, a column of a view, a privilege, a comment, a renamed and a removed function.
			edit('ids/ids.sql', (text) =>
				text.replace(
					'app.epoch(p_at timestamptz)',
					'app.epoch(p_at timestamptz, p_digits integer default 3)',
				),
			);
			edit('access/memberships.sql', (text) =>
				text.replace(
					'app.person_id() returns uuid',
					'app.person_id(p_unused text default null) returns uuid',
				),
			);
			edit('responses/filters.sql', (text) =>
				text.replace(/^grant execute on function app\.filter_path.*$/m, ''),
			);
			edit('workspaces/policies.sql', (text) =>
				text.replace('"the service reads"', '"the service sees"'),
			);
			edit('rate_limits/rate_limits.sql', (text) =>
				text.replace('s.id as site_id', 's.id as site'),
			);
			edit('sites/site_time_zone.sql', (text) => text.replace(/^comment on .*$/m, ''));
			rmSync(join(schemas, 'suggestions/samples.sql'));
			writeFileSync(
				join(schemas, 'ids/mint_name.sql'),
				"create or replace function app.mint_name() returns text language sql set search_path = '' as $$ select 'x' $$;\n",
			);
			writeFileSync(
				join(migrations, '20990101000000_name.sql'),
				'set role feedback_owner;\nalter table app.sites add column title text default app.mint_name();\nreset role;\n',
			);
			const before = readdirSync(migrations);
			expect(await writeCodeMigration(migrations, schemas)).toEqual([
				'20990100999999_code.sql',
				'20990101000001_code.sql',
			]);
			await pushMigrations(pushed.owner, folder);
			await applyMigrations(served.owner, { folder: migrations, schemas });
			const fresh = await createEmpty();
			await applyMigrations(fresh.owner, { folder: migrations, schemas });
			const expected = await fresh.schema();
			expect(expected).toContain('app.epoch(timestamp with time zone,integer)');
			expect(expected).not.toContain('sample_traits');
			expect(await pushed.schema()).toBe(expected);
			expect(await served.schema()).toBe(expected);
			for (const { owner } of [pushed, served]) {
				const sql = connectDatabase(owner);
				expect([...(await sql`select name from app.workspaces`)]).toEqual([{ name: 'Kept' }]);
				await sql.end();
			}
			// Either tool continues after the other.
			expect(await applyMigrations(pushed.owner, { folder: migrations, schemas })).toEqual([]);
			expect(await pushMigrations(served.owner, folder)).toEqual([]);
			expect(readdirSync(migrations)).toHaveLength(before.length + 2);
		},
	);
});

describe('code that is applied', () => {
	let sql: DatabaseClient;
	let database: Awaited<ReturnType<typeof createEmpty>>;
	beforeEach(async () => {
		database = await createEmpty();
		await applyMigrations(database.owner, { folder: migrations, schemas });
		sql = connectDatabase(database.owner);
	});
	afterEach(() => sql.end());

	it('changes only what differs', async () => {
		expect(await applyCode(sql, { folder: schemas })).toEqual([]);
		edit('sites/site_time_zone.sql', (text) => `${text}-- A comment.\n`);
		expect(await applyCode(sql, { folder: schemas })).toEqual(['sites/site_time_zone.sql']);
	});

	it('is refused with the file and the line of the error, and nothing changes', async () => {
		const before = await database.schema();
		edit('sites/mint_site_id.sql', (text) => `-- Changed.\n${text}`);
		edit('ids/ids.sql', (text) => text.replace('clock_timestamp()', 'clock_timestamp() + nothing'));
		await expect(applyCode(sql, { folder: schemas })).rejects.toThrow(
			/^supabase\/schemas\/ids\/ids\.sql:2: column "nothing" does not exist/,
		);
		expect(await database.schema()).toBe(before);
	});

	it('names the line in a function’s body', async () => {
		edit('connections/connection_name.sql', (text) =>
			text.replace('live_connection()', 'no_connection()'),
		);
		await expect(applyCode(sql, { folder: schemas })).rejects.toThrow(
			/^supabase\/schemas\/connections\/connection_name\.sql:4: function app.no_connection\(\) does not exist/,
		);
	});
});
