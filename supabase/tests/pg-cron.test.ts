// Migrations where pg_cron is packaged, created or granted, run by an owner whose only privilege is to create roles.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { root } from '../../server/layout/tree.ts';
import { prepareCluster, withRole } from '../../server/postgres/cluster.ts';
import { applyMigrations } from '../../server/postgres/migrate.ts';
import { listMigrations } from '../../server/postgres/migrations.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { nativeFolder } from '../../server/postgres/native-programs.ts';
import type { Postgres } from '../../server/postgres/postgres.ts';
import { createDestination } from './destinations.ts';
import { openOverTcp, sharePassword } from './open-over-tcp.ts';
import { createSite } from './sites.ts';

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
			insert into cron.job values ($1, $2, $3, session_user)
			on conflict (jobname) do update set command = excluded.command returning 1::bigint $$;`,
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

test(
	'migrations succeed where pg_cron is packaged and only a superuser may create it',
	thorough,
	async () => {
		const sql = await migrate('packaged', '');
		expect(await sql`select name from pg_available_extensions where name = 'pg_cron'`).toHaveLength(
			1,
		);
		expect(await sql`select from pg_extension where extname = 'pg_cron'`).toHaveLength(0);
		await sql.end();
	},
);

test(
	'migrations succeed where pg_cron is created but not granted to the owner',
	thorough,
	async () => {
		const sql = await migrate('closed', 'create extension pg_cron');
		expect(await sql`select from cron.job`).toHaveLength(0);
		await sql.end();
	},
);

test('maintenance is scheduled where the owner may use pg_cron', async () => {
	const grants = 'grant usage on schema cron to plain_owner';
	const sql = await migrate('open', `create extension pg_cron; ${grants}`);
	const jobs = await sql<{ jobname: string; command: string }[]>`
		select jobname, command, username from cron.job order by jobname desc`;
	expect(jobs).toEqual([
		{
			jobname: 'feedback-maintain',
			command: expect.stringContaining('app.maintain(v_step)'),
			username: 'plain_owner',
		},
		{
			jobname: 'feedback-decide-due-log',
			command: expect.stringContaining('delete from cron.job_run_details'),
			username: 'plain_owner',
		},
		{
			jobname: 'feedback-decide-due',
			command: expect.stringMatching(/app\.decide_due\(\)[^]*app\.expire_reservation\(\)/),
			username: 'plain_owner',
		},
	]);
	await sql.unsafe(jobs.find(({ jobname }) => jobname === 'feedback-decide-due')!.command);
	await sql.end();
});

test('migrations succeed where pg_cron refuses the job', thorough, async () => {
	const refuses = `create extension pg_cron; grant usage on schema cron to plain_owner;
		create or replace function cron.schedule(text, text, text) returns bigint language plpgsql as $$
			begin raise 'the scheduler runs in another database'; end $$;`;
	const sql = await migrate('refused', refuses);
	expect(await sql`select from cron.job`).toHaveLength(0);
	await sql.end();
});

/** The part of pg_net that the job uses: requests are rows. */
const net = `create schema net; create table net.requests (url text, headers jsonb);
	create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
		timeout_milliseconds integer default 5000) returns bigint language sql security definer as $$
		insert into net.requests values ($1, $4) returning 1::bigint $$;
	grant usage on schema net to plain_owner`;
const schedule = `select app.schedule_worker_calls('https://example.com/deliver', 'token') as reason`;

test('the worker is called only when something is due', async () => {
	const sql = await migrate(
		'calls',
		`create extension pg_cron; grant usage on schema cron to plain_owner; ${net}`,
	);
	const owner = postgres(withRole(url, 'plain_owner', 'calls'), { max: 1, onnotice() {} });
	// A second deployment changes nothing but the token.
	for (let time = 0; time < 2; time++) {
		expect(await owner.unsafe(schedule)).toEqual([{ reason: null }]);
	}
	const [job, ...others] = await sql<{ schedule: string; command: string; username: string }[]>`
		select schedule, command, username from cron.job where jobname = 'feedback-deliver'`;
	expect([job!.schedule, job!.username, others]).toEqual(['1 seconds', 'plain_owner', []]);
	const call = async () => {
		await owner.unsafe(job!.command);
		return (await sql`delete from net.requests returning url, headers`).map((row) => ({ ...row }));
	};
	expect(await call()).toEqual([]);
	const site = await createSite(sql);
	const request = {
		url: 'https://example.com/deliver',
		headers: { authorization: 'Bearer token' },
	};
	const settings = {
		kind: 'email' as const,
		name: 'Daily',
		recipients: ['ada@example.com'],
		schedule: { every: 'day' as const, hour: 8, time_zone: 'UTC' },
	};
	// A due e-mail from the service itself must not cause a call each second, because it remains due while there is
	// no mail server.
	await createDestination(sql, site.id, settings, { confirmed: false });
	expect([await call(), await call()]).toEqual([[request], []]);
	for (const table of ['destinations', 'recipient_confirmations'])
		await sql`delete from app.${sql(table)}`;
	await sql`update app.worker_calls set called_at = null`;
	const destination = await createDestination(sql, site.id, settings);
	expect(await call()).toEqual([]);
	await sql`select app.maintain()`;
	await sql`update app.destinations set next_digest_at = now()`;
	expect(await call()).toEqual([request]);
	await sql`select app.prepare_deliveries()`;
	expect(await call()).toEqual([request]);
	await sql`update app.deliveries set next_at = now() + interval '1 minute'`;
	expect(await call()).toEqual([]);
	await sql`update app.deliveries set next_at = now()`;
	expect(await call()).toEqual([request]);
	await sql`update app.destinations set state = 'paused', pause_cause = 'gone', paused_at = now(), notice_due_at = now()
		where id = ${destination}`;
	expect(await call()).toEqual([]);
	await sql`update app.worker_calls set called_at = now() - interval '2 minutes'`;
	expect([await call(), await call()]).toEqual([[request], []]);
	await owner.end();
	await sql.end();
});

test('a deployment receives the reason why the worker cannot be called', thorough, async () => {
	const sql = await migrate('without_net', 'create extension pg_cron');
	const owner = postgres(withRole(url, 'plain_owner', 'without_net'), { max: 1, onnotice() {} });
	const reason = async () => (await owner.unsafe(schedule))[0]!['reason'] as string;
	expect(await reason()).toMatch(/pg_cron is not installed, or not open to plain_owner/);
	await sql`grant usage on schema cron to plain_owner`;
	expect(await reason()).toMatch(/pg_net is not installed/);
	await sql.unsafe(net);
	await sql`create or replace function cron.schedule(text, text, text) returns bigint language plpgsql as $$
		begin raise 'invalid schedule: 1 seconds'; end $$`;
	expect(await reason()).toBe('invalid schedule: 1 seconds');
	// Stored nevertheless, so that a later attempt needs no other URL.
	expect(await sql`select url from app.worker_calls`).toHaveLength(1);
	await owner.end();
	await sql.end();
});
