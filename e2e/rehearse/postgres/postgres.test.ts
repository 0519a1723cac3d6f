// The service on managed database servers: Debian's PostgreSQL 17 with pg_cron and PgBouncer, and 18 from npm.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { prepareOwner, withRole } from '../../../server/postgres/cluster.ts';
import { readDatabaseAddress } from '../../../server/postgres/database-address.ts';
import { completeDatabase, loginSettings, ownerUrl } from '../../../server/postgres/database.ts';
import { applyMigrations } from '../../../server/postgres/migrate.ts';
import { listMigrations } from '../../../server/postgres/migrations.ts';
import { startPostgres } from '../../../server/postgres/postgres.ts';
import { keepRetention } from '../../../server/postgres/retention.ts';
import { requireSupportedVersion } from '../../../server/postgres/server-version.ts';
import { findFreePort } from '../../../server/ports/ports.ts';
import { report } from '../../../supabase/tests/caller.ts';
import { openOverTcp } from '../../../supabase/tests/open-over-tcp.ts';
import { readSchema } from '../../../supabase/tests/schema/read-schema.ts';
import type { TestSql } from '../../../supabase/tests/harness.ts';
import { createDestination } from '../../../supabase/tests/destinations.ts';
import { createSite, publishPrompt } from '../../../supabase/tests/sites.ts';
import { newVisit } from '../../../supabase/tests/visits.ts';
import { run } from '../../../testing/run.ts';
import {
	type DebianPostgres,
	binaries,
	password,
	poolerStatements,
	startDebianPostgres,
} from './debian-postgres.ts';
import { startPostgres18 } from './postgres-18.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-rehearse-'));
const names = listMigrations().map(({ name }) => name);
const logins = { ingest: password, manage: password, identity: password };
let debian: DebianPostgres;

beforeAll(async () => {
	debian = await startDebianPostgres();
	await debian.run(
		'postgres',
		`create role owner login createrole password '${password}';
		create database with_cron owner owner; create database pooled owner owner; create database plain owner owner`,
	);
	await debian.run('with_cron', 'create extension pg_cron; grant usage on schema cron to owner');
});
afterAll(async () => {
	await debian?.machine.remove();
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

function open(url: string): TestSql {
	const { tls, ...server } = readDatabaseAddress(url);
	const sql = postgres({
		...server,
		ssl: tls,
		max: 4,
		prepare: false,
		fetch_types: false,
		onnotice() {},
	}) as Sql as TestSql;
	onTestFinished(() => sql.end({ timeout: 1 }));
	return sql;
}

/** Reports an event that displays a prompt, as the sdk function does. */
async function reportOn(url: string): Promise<string | undefined> {
	const sql = open(url);
	const site = await createSite(sql);
	await publishPrompt(sql, site.id, { trigger: { events: ['done'] } });
	const visit = newVisit(site.id, { now: new Date() });
	return (await report(sql, visit, 'done')).decided?.reason;
}

describe("Debian's PostgreSQL 17, as an owner who may only create roles,", () => {
	it('applies the migrations, and pg_cron runs maintenance', async () => {
		const url = debian.url('owner', 'with_cron');
		expect(await requireSupportedVersion(open(url))).toBe(17);
		expect(await applyMigrations(url)).toEqual(names);
		const job =
			"select schedule || ' as ' || username from cron.job where jobname = 'feedback-maintain'";
		expect(await debian.run('with_cron', job)).toBe('*/10 * * * * as owner\n');
		await debian.run('with_cron', "update cron.job set schedule = '2 seconds'");
		// Other jobs run too, and may succeed first.
		const ofJob =
			"select distinct d.status from cron.job_run_details d join cron.job j using (jobid) where j.jobname = 'feedback-maintain'";
		const runs = () => debian.run('with_cron', ofJob);
		await expect.poll(runs).toMatch(/succeeded/);
		expect(await runs()).not.toMatch(/failed/);
		const days = "select count(*) > 10 from pg_class where relnamespace = 'app_days'::regnamespace";
		expect(await debian.run('with_cron', days)).toBe('t\n');
	});

	it('calls the worker by pg_cron within seconds after something is due, and never before', async () => {
		// Debian has no package of pg_net: requests are rows instead.
		await debian.run(
			'with_cron',
			`create schema net; create table net.requests (url text, headers jsonb);
			create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
				headers jsonb default '{}', timeout_milliseconds integer default 5000) returns bigint
				language sql security definer as $$ insert into net.requests values ($1, $4) returning 1::bigint $$;
			grant usage on schema net to owner`,
		);
		const sql = open(debian.url('owner', 'with_cron'));
		expect(
			await sql`select app.schedule_worker_calls('https://example.com/deliver', 'token') as reason`,
		).toEqual([{ reason: null }]);
		const runs = `select count(*) from cron.job_run_details d join cron.job j using (jobid)
			where j.jobname = 'feedback-deliver' and d.status = `;
		const succeeded = async () => Number(await debian.run('with_cron', `${runs}'succeeded'`));
		await expect.poll(succeeded).toBeGreaterThan(2);
		const requests = 'select url, headers from net.requests limit 1';
		expect(await debian.run('with_cron', requests)).toBe('');
		const site = await createSite(sql);
		await createDestination(sql, site.id, {
			kind: 'email',
			name: 'Daily',
			recipients: ['ada@example.com'],
			schedule: { every: 'day', hour: 8, time_zone: 'UTC' },
		});
		await sql`update app.destinations set next_digest_at = now()`;
		await expect
			.poll(() => debian.run('with_cron', requests))
			.toBe('https://example.com/deliver|{"authorization": "Bearer token"}\n');
		expect(await debian.run('with_cron', `${runs}'failed'`)).toBe('0\n');
		// The same role deletes pg_cron's own log of each second.
		await debian.run(
			'with_cron',
			`update cron.job_run_details set end_time = now() - interval '2 hours';
			update cron.job set schedule = '1 seconds' where jobname = 'feedback-deliver-log'`,
		);
		const old =
			"select count(*) from cron.job_run_details d join cron.job j using (jobid) where j.jobname = 'feedback-deliver' and d.end_time < now() - interval '1 hour'";
		await expect.poll(() => debian.run('with_cron', old)).toBe('0\n');
		await sql`select cron.unschedule(jobname) from cron.job where jobname like 'feedback-deliver%'`;
	});

	it('applies them when pg_cron runs in another database', async () => {
		expect(await applyMigrations(debian.url('owner', 'plain'))).toEqual(names);
	});

	it('finds no error in the functions', async () => {
		// Use the database that has pg_cron, because one function calls it. Another function reads the sessions of
		// Supabase Auth, if there are any.
		const auth =
			'create schema auth; create table auth.sessions (id uuid, user_id uuid, created_at timestamptz)';
		await debian.run('with_cron', `create extension plpgsql_check; ${auth}`);
		// A trigger function of several tables may have a branch for each: an error counts only if it occurs for all
		// tables.
		const checked = `
			with functions as (
				select distinct f.oid, coalesce(t.tgrelid, 0) as relation, t.tgoldtable as old, t.tgnewtable as new from pg_proc f
				join pg_language l on l.oid = f.prolang and l.lanname = 'plpgsql'
				left join pg_trigger t on t.tgfoid = f.oid and not t.tgisinternal
				where f.pronamespace = 'app'::regnamespace
			)
			select f.oid::regprocedure || ': ' || c.message from functions f
			cross join lateral plpgsql_check_function_tb(f.oid, f.relation, oldtable => f.old, newtable => f.new) c
			where c.level = 'error' group by f.oid, c.message
			having count(distinct f.relation) = (select count(*) from functions o where o.oid = f.oid)`;
		expect(await debian.run('with_cron', checked)).toBe('');
		const broken = `create function app.broken() returns integer language plpgsql as
			'begin return (select missing from app.sites); end'`;
		expect(await debian.run('with_cron', `begin; ${broken}; ${checked}; rollback`)).toContain(
			'missing',
		);
	});

	it('serves through PgBouncer in transaction mode, with TLS required', async () => {
		const url = debian.url('owner', 'pooled', 'pooler');
		await debian.run('pooled', poolerStatements);
		expect(await completeDatabase(url, logins)).toEqual(names);
		const retention = await keepRetention(url, console.error);
		await expect.poll(() => retention.finishedAt()).toBeInstanceOf(Date);
		await retention.stop();
		const settings = loginSettings(url, logins);
		const ingest = new URL(settings.FEEDBACK_INGEST_URL);
		expect([ingest.username, ingest.search]).toEqual(['feedback_ingest', '?sslmode=verify-full']);
		ingest.searchParams.set('sslrootcert', debian.caFile);
		const [row] = await open(ingest.href)`select current_user::text as name`;
		expect(row).toEqual({ name: 'feedback_ingest' });
		const unencrypted = new URL(url);
		unencrypted.search = '?sslmode=disable';
		await expect(applyMigrations(unencrypted.href)).rejects.toThrow(/SSL required/);
		await expect(applyMigrations(url.replace(/&sslrootcert=.*/, ''))).rejects.toThrow(
			/self-signed/,
		);
	});
});

// Ends a suite that hangs. On a busy machine, the suite takes half an hour.
const suiteTimeoutMs = 3_600_000;

/** Runs the database's own tests on a server. */
async function runSuite(superuserUrl: string): Promise<void> {
	const { code, output } = await run(
		'vitest',
		['run', '--project', 'database', 'supabase/tests', '--exclude', '**/pg-cron.test.ts'],
		{ environment: { FEEDBACK_TEST_POSTGRES: superuserUrl } },
	);
	if (code !== 0) throw new Error(output);
}

describe('the tests of the database', () => {
	it(
		"pass on Debian's PostgreSQL 17",
		async () => {
			const port = await findFreePort();
			const data = '/srv/rehearsal/for-tests';
			// A separate cluster, because the tests create roles, with the superuser name that the tests expect.
			await debian.machine.run(
				`cd /srv/rehearsal
			echo ${password} > password
			${binaries}/initdb -D ${data} -U supabase_admin -A scram-sha-256 --pwfile=password --encoding=UTF8 --locale=C.UTF-8 >/dev/null
			${binaries}/pg_ctl -D ${data} -w -l for-tests.log -o '-p ${port} -k /srv/rehearsal -h 127.0.0.1 -N 200 -F' start >/dev/null`,
				{ user: 'postgres' },
			);
			const address = `127.0.0.1:${port}/postgres?sslmode=disable`;
			await runSuite(`postgres://supabase_admin:${password}@${address}`);
		},
		suiteTimeoutMs,
	);
});

describe('the data folder of the embedded Postgres', () => {
	it("opens under Debian's PostgreSQL 17", async () => {
		const data = join(folder, 'embedded');
		const embedded = await startPostgres({ data, port: await findFreePort() });
		await prepareOwner(embedded.url, password);
		const owner = ownerUrl(embedded.port, password);
		await completeDatabase(owner, logins);
		await (await keepRetention(owner, console.error)).stop();
		expect(await reportOn(embedded.url)).toBe('displayed');
		const schema = await readSchema(open(owner));
		await embedded.stop();
		const port = await findFreePort();
		cpSync(data, join(debian.machine.folder, 'srv/embedded'), { recursive: true });
		await debian.machine.run('chmod 700 /srv/embedded && chown -R postgres:postgres /srv/embedded');
		await debian.machine.run(
			`echo 'feedback postgres supabase_admin' >> /srv/embedded/pg_ident.conf
			${binaries}/pg_checksums --check -D /srv/embedded
			${binaries}/pg_ctl -D /srv/embedded -w -l /srv/embedded/log -o '-p ${port} -k /srv/embedded -h 127.0.0.1' start || { cat /srv/embedded/log; exit 1; }
			psql -X -At -h /srv/embedded -p ${port} -U supabase_admin -d postgres -c 'select count(*) from app.displays' | grep -qx 1`,
			{ user: 'postgres' },
		);
		const moved = ownerUrl(port, password);
		expect(await applyMigrations(moved)).toEqual([]);
		expect(await readSchema(open(moved))).toBe(schema);
	});
});

describe('PostgreSQL 18', () => {
	it('restores a dump of 17, and has the same schema', async () => {
		const running = await startPostgres18(join(folder, 'postgres-18'));
		onTestFinished(() => running.stop());
		const superuser = await openOverTcp(running.url);
		await prepareOwner(running.url, password);
		const owner = withRole(superuser, 'postgres').replace(/:[^:@/]+@/, `:${password}@`);
		expect(await requireSupportedVersion(open(owner))).toBe(18);
		const sql = postgres(superuser, { max: 1, onnotice() {} });
		await sql.unsafe(`create role owner login createrole password '${password}'`);
		await sql.unsafe('create database moved owner owner');
		await sql.end();
		const old = `-h /srv/rehearsal -p ${debian.port}`;
		await debian.run(
			'plain',
			'drop extension if exists plpgsql_check; drop schema if exists auth cascade',
		);
		await debian.machine.run(
			`pg_dumpall ${old} --roles-only --no-role-passwords | grep ' feedback_' | sed 's/ GRANTED BY .*;/;/' > /srv/rehearsal/roles.sql
			pg_dump ${old} -d plain > /srv/rehearsal/plain.sql
			psql -X -q -v ON_ERROR_STOP=1 '${superuser}' -f /srv/rehearsal/roles.sql
			psql -X -q -v ON_ERROR_STOP=1 '${withRole(superuser, 'supabase_admin', 'moved')}' -f /srv/rehearsal/plain.sql`,
			{ user: 'postgres' },
		);
		const moved = open(withRole(superuser, 'supabase_admin', 'moved'));
		expect(await readSchema(moved)).toBe(await readSchema(open(debian.url('owner', 'plain'))));
	});

	it(
		'passes the tests of the database',
		async () => {
			const running = await startPostgres18(join(folder, 'postgres-18-for-tests'));
			onTestFinished(() => running.stop());
			await runSuite(await openOverTcp(running.url));
		},
		suiteTimeoutMs,
	);
});
