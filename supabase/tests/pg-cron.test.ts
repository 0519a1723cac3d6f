// Migrations with pg_cron packaged, created and granted, run by an owner who may only create roles.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { root } from '../../server/layout/tree.ts';
import { prepareCluster, withRole } from '../../server/postgres/cluster.ts';
import { applyMigrations } from '../../server/postgres/migrate.ts';
import { listMigrations } from '../../server/postgres/migrations.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { nativeFolder } from '../../server/postgres/native-programs.ts';
import type { Postgres } from '../../server/postgres/postgres.ts';
import { openOverTcp, sharePassword } from './open-over-tcp.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-pg-cron-'));
let running: Postgres;
let url: string;
let admin: Sql;

beforeAll(async () => {
	const { startPostgres } = await copyPostgres();
	running = await startPostgres({ data: join(folder, 'data'), port: await findFreePort() });
	url = await openOverTcp(running.url);
	await prepareCluster(url, new URL(url).password);
	admin = postgres(url, { max: 1, onnotice() {} });
	await admin`create role plain_owner login createrole`;
	await sharePassword(url, ['plain_owner']);
});
afterAll(async () => {
	await admin.end();
	await running.stop();
	rmSync(folder, { recursive: true, maxRetries: 5 });
});

/** Copies the embedded Postgres and adds an extension called pg_cron, which only a superuser may create. */
async function copyPostgres(): Promise<typeof import('../../server/postgres/postgres.ts')> {
	const native = join(nativeFolder(), '../..');
	const copy = join(folder, relative(root, native));
	cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
	const extensions = join(copy, 'native/share/postgresql/extension');
	writeFileSync(
		join(extensions, 'pg_cron.control'),
		"default_version = '1.6'\nschema = pg_catalog\nsuperuser = true\nrelocatable = false\n",
	);
	writeFileSync(
		join(extensions, 'pg_cron--1.6.sql'),
		`create schema cron;
		create table cron.job (jobname text primary key, schedule text, command text, username text);
		create function cron.schedule(text, text, text) returns bigint language sql security definer as $$
			insert into cron.job values ($1, $2, $3, session_user) returning 1::bigint $$;`,
	);
	for (const part of ['server', 'tsconfig.base.json']) {
		cpSync(join(root, part), join(folder, part), { recursive: true });
	}
	return import(join(folder, 'server/postgres/postgres.ts')) as Promise<
		typeof import('../../server/postgres/postgres.ts')
	>;
}

/** Creates a database of the ordinary owner, runs the statements as superuser and then the migrations. */
async function migrate(name: string, statements: string): Promise<Sql> {
	await admin.unsafe(`create database ${name} owner plain_owner`);
	const own = withRole(url, 'supabase_admin', name);
	await prepareCluster(own, new URL(url).password);
	const sql = postgres(own, { max: 1, onnotice() {} });
	await sql.unsafe(`alter database ${name} owner to plain_owner; ${statements}`);
	const applied = await applyMigrations(withRole(url, 'plain_owner', name));
	expect(applied).toHaveLength(listMigrations().length);
	return sql;
}

test('migrations succeed where pg_cron is packaged and only a superuser may create it', async () => {
	const sql = await migrate('packaged', '');
	expect(await sql`select name from pg_available_extensions where name = 'pg_cron'`).toHaveLength(
		1,
	);
	expect(await sql`select from pg_extension where extname = 'pg_cron'`).toHaveLength(0);
	await sql.end();
});

test('migrations succeed where pg_cron is created but not granted to the owner', async () => {
	const sql = await migrate('closed', 'create extension pg_cron');
	expect(await sql`select from cron.job`).toHaveLength(0);
	await sql.end();
});

test('maintenance is scheduled where the owner may use pg_cron', async () => {
	const grants = 'grant usage on schema cron to plain_owner';
	const sql = await migrate('open', `create extension pg_cron; ${grants}`);
	expect(await sql`select jobname, command, username from cron.job`).toEqual([
		{
			jobname: 'feedback-maintain',
			command: expect.stringContaining('app.maintain(v_step)'),
			username: 'plain_owner',
		},
	]);
	await sql.end();
});

test('migrations succeed where pg_cron refuses the job', async () => {
	const refuses = `create extension pg_cron; grant usage on schema cron to plain_owner;
		create or replace function cron.schedule(text, text, text) returns bigint language plpgsql as $$
			begin raise 'the scheduler runs in another database'; end $$;`;
	const sql = await migrate('refused', refuses);
	expect(await sql`select from cron.job`).toHaveLength(0);
	await sql.end();
});
