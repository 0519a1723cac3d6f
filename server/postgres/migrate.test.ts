import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres, { type Sql } from 'postgres';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it, test } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { createDatabase } from '../../supabase/tests/harness.ts';
import { readSchema } from '../../supabase/tests/schema/read-schema.ts';
import { withRole } from './cluster.ts';
import { applyMigrations } from './migrate.ts';
import { listMigrations } from './migrations.ts';

// An owner as on any Postgres server, who may create roles, and whose database contains nothing from Supabase.
let name: string;
let owner: string;
let admin: Sql;
let folder: string;
/** No code: these migrations do not create the schema of the service. */
let schemas: string;
const root = postgres(inject('cluster'), { max: 1, onnotice() {} });

beforeEach(async () => {
	name = `test_migrate_${process.pid}_${Math.random().toString(36).slice(2, 8)}`;
	folder = mkdtempSync(join(tmpdir(), 'feedback-migrate-'));
	schemas = join(folder, 'schemas');
	mkdirSync(schemas);
	const { password } = new URL(inject('cluster'));
	// Another owner has created the service's roles in this cluster already.
	const roles = await root<{ list: string }[]>`
		select string_agg(quote_ident(rolname), ', ') as list from pg_roles where rolname like 'feedback\\_%'`;
	await root.unsafe(`
		create role ${name} login createrole password '${password}';
		grant ${roles[0]!.list} to ${name} with admin option`);
	await root.unsafe(`create database ${name} owner ${name}`);
	owner = withRole(inject('cluster'), name, name);
	admin = postgres(withRole(inject('cluster'), 'supabase_admin', name), { max: 1, onnotice() {} });
});
afterEach(async () => {
	await admin.end();
	await root.unsafe(`drop database ${name} with (force)`);
	// The role cannot be dropped while privileges that it granted remain.
	await root.unsafe(
		`reassign owned by ${name} to supabase_admin; drop owned by ${name}; drop role ${name}`,
	);
	rmSync(folder, { recursive: true });
});
afterAll(() => root.end());

const recorded = async () =>
	(await admin`select version from supabase_migrations.schema_migrations order by version`).map(
		({ version }) => version as string,
	);
const names = () => listMigrations().map((migration) => migration.name);

describe('an owner who may only create roles', () => {
	it('applies all migrations and all code, and then nothing more', async () => {
		expect(await applyMigrations(owner)).toEqual(names());
		const fresh = await createDatabase();
		expect(await readSchema(admin)).toBe(await readSchema(fresh.admin));
		await fresh.close();
		expect(await applyMigrations(owner)).toEqual([]);
	}, 60_000);

	it.runIf(inject('pooler'))(
		'does so through a pooler in transaction mode',
		async () => {
			const url = new URL(withRole(inject('cluster'), 'postgres', name));
			url.port = String(inject('pooler'));
			await root.unsafe(`alter database ${name} owner to postgres`);
			expect(await applyMigrations(url.href)).toEqual(names());
		},
		60_000,
	);
});

/** Writes migrations of a test; `slow` waits for a lock that the test holds. */
function write(...texts: string[]): void {
	for (const [at, text] of texts.entries()) {
		writeFileSync(join(folder, `2030010100000${at}_step_${at}.sql`), text);
	}
}
const slow = 'create table second (); select pg_advisory_xact_lock(4711); create table third ();';
const waiting = async () =>
	(
		await admin`select from pg_stat_activity where datname = ${name} and wait_event = 'advisory'
			and query like 'create table second%'`
	).length;

describe('a run', () => {
	it('that is killed is continued after the last complete file', async () => {
		write('create table first ();', slow, 'create table last ();');
		await admin`select pg_advisory_lock(4711)`;
		const script = `
			const { applyMigrations } = await import(${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))});
			await applyMigrations(process.argv[1], { folder: process.argv[2], schemas: process.argv[3] });`;
		const child = spawn(process.execPath, [
			'--input-type=module',
			'-e',
			script,
			owner,
			folder,
			schemas,
		]);
		await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
		const gone = new Promise((resolve) => child.once('close', resolve));
		child.kill('SIGKILL');
		await gone;
		expect(await recorded()).toEqual(['20300101000000']);
		const again = applyMigrations(owner, { folder, schemas });
		await admin`select pg_advisory_unlock(4711)`;
		expect(await again).toEqual(['20300101000001_step_1.sql', '20300101000002_step_2.sql']);
		expect(await recorded()).toEqual(['20300101000000', '20300101000001', '20300101000002']);
	});

	it('waits for a concurrent run, and then has nothing to do', thorough, async () => {
		write('create table first ();', slow, 'create table last ();');
		await admin`select pg_advisory_lock(4711)`;
		const backups: string[] = [];
		const run = (who: string) =>
			applyMigrations(owner, { folder, schemas, beforeFirst: async () => void backups.push(who) });
		const one = run('one');
		await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
		const other = run('other');
		const blocked = async () =>
			(await admin`select from pg_locks where locktype = 'advisory' and not granted`).length;
		await expect.poll(blocked, { timeout: 20_000 }).toBeGreaterThan(1);
		await admin`select pg_advisory_unlock(4711)`;
		expect(await one).toHaveLength(3);
		expect(await other).toEqual([]);
		expect(backups).toEqual(['one']);
	});

	it('that has to wait for a long transaction lets other requests go first', async () => {
		write('create table first ();', 'alter table first add column number integer;');
		const reader = postgres(owner, { max: 1, onnotice() {} });
		const other = postgres(owner, { max: 1, onnotice() {} });
		const locked: string[] = [];
		const first = mkdtempSync(join(folder, 'first-'));
		cpSync(join(folder, '20300101000000_step_0.sql'), join(first, '20300101000000_step_0.sql'));
		await applyMigrations(owner, { folder: first, schemas });
		await reader`begin`;
		await reader`select from first`;
		const run = applyMigrations(owner, { folder, schemas, onLocked: (name) => locked.push(name) });
		const blocked = async () =>
			(await admin`select from pg_locks where mode = 'AccessExclusiveLock' and not granted`).length;
		await expect.poll(blocked, { timeout: 20_000 }).toBe(1);
		// This request would also wait for the long transaction if the migration continued to wait.
		expect(await other`select from first`).toHaveLength(0);
		await expect.poll(() => locked).toContain('20300101000001_step_1.sql');
		await reader`commit`;
		expect(await run).toEqual(['20300101000001_step_1.sql']);
		await Promise.all([reader.end(), other.end()]);
	});

	it('that fails does not undo earlier files, and names the file that failed', async () => {
		write('create table first ();', 'create table second (); select 1 / 0;', 'select 1;');
		await expect(applyMigrations(owner, { folder, schemas })).rejects.toThrow(
			'The migration 20300101000001_step_1.sql failed and was rolled back: division by zero.',
		);
		expect(await recorded()).toEqual(['20300101000000']);
		expect(await admin`select to_regclass('second') is null as gone`).toEqual([{ gone: true }]);
	});

	it('changes nothing when `beforeFirst` rejects', async () => {
		write('create table first ();');
		const beforeFirst = () => Promise.reject(new Error('The disk is full.'));
		await expect(applyMigrations(owner, { folder, schemas, beforeFirst })).rejects.toThrow(
			'The disk is full.',
		);
		const [row] = await admin`select to_regnamespace('supabase_migrations') is null as untouched`;
		expect(row).toEqual({ untouched: true });
	});
});

test('a time limit of the owner ends no migration', async () => {
	await root.unsafe(`alter role ${name} set statement_timeout = '50ms'`);
	write('select pg_sleep(0.2);');
	expect(await applyMigrations(owner, { folder, schemas })).toHaveLength(1);
});
