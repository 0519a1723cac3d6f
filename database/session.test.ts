import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { openSites, type TestSites } from '../supabase/functions/tests/sites.ts';
import type { Parameter } from './parameters.ts';
import type { Database } from './database.ts';
import { createPool, type PoolOptions } from '../supabase/functions/_shared/pool.ts';

let sites: TestSites;
const opened: Database[] = [];

beforeAll(async () => {
	sites = await openSites();
});
afterAll(async () => {
	await Promise.all(opened.map((pool) => pool.end()));
	await sites.end();
});

function open(options: PoolOptions = {}): Database {
	const url = new URL(sites.manageUrl);
	// Not through the tests' pooler, which does not support prepared statements and has its own connections.
	url.port = new URL(inject('cluster')).port;
	const pool = createPool(url.href, 'session-test', { size: 1, ...options });
	opened.push(pool);
	return pool;
}

async function pidOf(pool: Database): Promise<number> {
	const [row] = await pool<{ pid: number }[]>`select pg_backend_pid() as pid`;
	return row!.pid;
}

async function countBackends(): Promise<number> {
	const [row] = await sites.sql<{ n: number }[]>`
		select count(*)::int as n from pg_stat_activity
		where application_name = 'feedback-session-test' and datname = current_database()`;
	return row!.n;
}

describe('a connection', () => {
	it('is closed after a time without use, and opened again by the next call', async () => {
		const pool = open({ idleMs: 200 });
		const first = await pidOf(pool);
		expect(await pidOf(pool)).toBe(first);
		expect(await countBackends()).toBe(1);
		await expect.poll(countBackends).toBe(0);
		expect(await pidOf(pool)).not.toBe(first);
		await pool.end();
	});

	it('is replaced between calls when it is old, even if it is busy', async () => {
		const pool = open({ lifetimeMs: 300 });
		const pids = new Set<number>();
		let calls = 0;
		for (; pids.size < 4; calls++) pids.add(await pidOf(pool));
		expect(calls).toBeGreaterThan(2 * pids.size);
		await pool.end();
	});

	it('is opened over a Unix socket, whose folder is percent-encoded in the address', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'feedback-socket-'));
		const { hostname, port } = new URL(inject('cluster'));
		const server = createServer((from) => {
			from.pipe(connect(Number(port), hostname)).pipe(from);
		});
		await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.6543'), resolve));
		const url = new URL(sites.manageUrl);
		url.host = `${encodeURIComponent(folder)}:6543`;
		url.search = '';
		const pool = createPool(url.href, 'session-test', { size: 1 });
		expect(await pool`select 1 as one`).toEqual([{ one: 1 }]);
		await pool.end();
		await new Promise((resolve) => server.close(resolve));
		rmSync(folder, { recursive: true });
	});

	it('ends after the calls that are running', async () => {
		const pool = open();
		const call = pool.begin('read only', async (tx) => {
			await tx`select pg_sleep(0.2)`;
			return tx`select 1 as one`;
		});
		await Promise.all([pidOf(open()), pool.end()]);
		expect(await call).toEqual([{ one: 1 }]);
	});
});

describe('prepared statements', () => {
	it('are prepared again when their tables have changed', async () => {
		await sites.sql`create schema shapes`;
		await sites.sql`grant usage on schema shapes to feedback_manage`;
		await sites.sql`create table shapes.t (a integer)`;
		await sites.sql`grant select on shapes.t to feedback_manage`;
		await sites.sql`insert into shapes.t values (1)`;
		const pool = open({ session: { prepare: true } });
		const read = () => pool`select * from shapes.t`;
		expect(await read()).toEqual([{ a: 1 }]);
		await sites.sql`alter table shapes.t add b text default 'x'`;
		expect(await read()).toEqual([{ a: 1, b: 'x' }]);
		expect(await read()).toEqual([{ a: 1, b: 'x' }]);
		await pool`deallocate all`;
		expect(await read()).toEqual([{ a: 1, b: 'x' }]);
	});
});

const time = new Date('2026-03-04T05:06:07.089Z');

describe.each([false, true])('prepared: %s', (prepare) => {
	it.each<[Parameter, string, unknown]>([
		[time, 'timestamptz', time],
		[true, 'boolean', true],
		[false, 'boolean', false],
		[null, 'jsonb', null],
		['9007199254740993', 'bigint', '9007199254740993'],
		[42, 'integer', 42],
		[-1.5, 'double precision', -1.5],
		['1.10', 'numeric', '1.10'],
		['2026-03-04', 'date', '2026-03-04'],
		['2026-03-04 05:06:07', 'timestamp', '2026-03-04 05:06:07'],
		[new Uint8Array([0, 1, 255]), 'bytea', Buffer.from([0, 1, 255])],
		['"\\{}, $1 – ü 😀', 'text', '"\\{}, $1 – ü 😀'],
		['', 'text', ''],
		[
			['a,b', 'c"d\\e', null, '', 'NULL', '{}'],
			'text[]',
			['a,b', 'c"d\\e', null, '', 'NULL', '{}'],
		],
		[[1, 2], 'integer[]', [1, 2]],
		[[], 'integer[]', []],
	])('%j as %s', async (value, type, result) => {
		const pool = open({ session: { prepare } });
		// The type is a constant of the test, and a template cannot contain it as a parameter.
		const [row] = await pool.begin('read only', (tx) => {
			const statement = Object.assign([`select `, `::${type} as value`], { raw: [] });
			return tx(statement, value);
		});
		expect(row).toEqual({ value: result });
	});

	it('does not change JSON', async () => {
		const pool = open({ session: { prepare } });
		for (const value of [{ a: [1, null, 'x'], b: { c: true } }, 'text', 3, [], null, '1']) {
			expect(await pool`select ${pool.json(value)} as value`).toEqual([{ value }]);
		}
	});

	it('declares times, booleans, bytes and JSON', async () => {
		const pool = open({ session: { prepare } });
		const [row] = await pool`
			select pg_typeof(${time})::text as time, pg_typeof(${true})::text as flag,
			       pg_typeof(${new Uint8Array(1)})::text as bytes, pg_typeof(${pool.json({})})::text as json`;
		expect(row).toEqual({
			time: 'timestamp with time zone',
			flag: 'boolean',
			bytes: 'bytea',
			json: 'jsonb',
		});
	});
});
