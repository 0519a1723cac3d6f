import { readdirSync, readlinkSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openSites, type TestSites } from '../supabase/functions/tests/sites.ts';
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

function open(options: PoolOptions = {}, url = sites.ingestUrl): Database {
	const pool = createPool(url, 'pool-test', options);
	opened.push(pool);
	return pool;
}

const code = (call: PromiseLike<unknown>) =>
	Promise.resolve(call).then(
		() => 'answered',
		(error: unknown) => (error as { code?: string }).code,
	);

async function countRunning(query: string): Promise<number> {
	const [counted] = await sites.sql<{ n: number }[]>`
		select count(*)::int as n from pg_stat_activity
		where datname = current_database() and state = 'active' and query = ${query}`;
	return counted!.n;
}

function countSockets(): number {
	return readdirSync('/proc/self/fd').filter((fd) => {
		try {
			return readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:');
		} catch {
			return false;
		}
	}).length;
}

describe('a deadline', () => {
	it('ends a statement that takes too long, and the next one gets a connection immediately', async () => {
		const pool = open({ size: 1, deadlineMs: 500 });
		expect(await code(pool`select pg_sleep(30)`)).toBe('DEADLINE');
		const patient = pool.within({ until: performance.now() + 30_000 });
		expect(await patient`select 1 as one`).toEqual([{ one: 1 }]);
	});

	it('ends the statement in the database, too', async () => {
		const pool = open({ size: 1, deadlineMs: 500 }, sites.manageUrl);
		expect(await code(pool`select pg_sleep(4)`)).toBe('DEADLINE');
		const ended = performance.now();
		await expect.poll(() => countRunning('select pg_sleep(4)')).toBe(0);
		expect(performance.now() - ended).toBeLessThan(2_500);
	});

	it('ends a transaction, whose further statements reach no connection', async () => {
		const pool = open({ size: 1, deadlineMs: 500 });
		// On a busy machine, a new connection alone may take half a second.
		const patient = pool.within({ until: performance.now() + 30_000 });
		await patient`select 1`;
		let late: Promise<unknown> | undefined;
		let next: (value?: unknown) => void = () => undefined;
		const isOver = new Promise((resolve) => (next = resolve));
		const cut = pool.begin('read write', async (tx) => {
			await tx`select 1`;
			late = isOver.then(() => tx`select set_config('app.leak', 'yes', false)`);
			await late;
		});
		expect(await code(cut)).toBe('DEADLINE');
		const [after] = await patient.begin('read write', async (tx) => {
			await tx`select 1`;
			next();
			expect(await code(late!)).not.toBe('answered');
			return tx`select coalesce(current_setting('app.leak', true), '') as leak`;
		});
		expect(after).toEqual({ leak: '' });
	});

	it('of a request applies to all its calls, and no call begins after it', async () => {
		const sent: string[] = [];
		const pool = open({ size: 2, session: { onStatement: (text) => sent.push(text) } });
		// The second connection is open, so only the deadline prevents a statement.
		await Promise.all([pool`select 1`, pool`select 1`]);
		const request = pool.within({ until: performance.now() + 300 });
		expect(await code(request`select pg_sleep(30)`)).toBe('DEADLINE');
		expect(await code(request`select 'too late'`)).toBe('DEADLINE');
		expect(await code(pool`select 1`)).toBe('answered');
		expect(sent.join()).not.toContain('late');
	});
});

// A stopped process leaves its socket open, never responds, and enforces no time-out.
it('backends that hang are replaced by new ones, and no socket remains', async () => {
	const pool = open({ size: 4, deadlineMs: 1_000 });
	const hold = () => Promise.all(Array.from({ length: 4 }, () => pool`select pg_sleep(0.1)`));
	await hold();
	const rows = await sites.sql<{ pid: number }[]>`
		select pid from pg_stat_activity
		where application_name = 'feedback-pool-test' and state = 'idle' and datname = current_database()`;
	const stopped = rows.map(({ pid }) => pid);
	expect(stopped.length).toBeGreaterThanOrEqual(4);
	const before = countSockets();
	for (const pid of stopped) process.kill(pid, 'SIGSTOP');
	try {
		const calls = Array.from({ length: 40 }, () => code(pool`select 1`));
		const ends = await Promise.all(calls);
		expect(ends.slice(0, 4)).toEqual(Array(4).fill('DEADLINE'));
		expect(new Set(ends.slice(4))).toEqual(new Set(['OVERLOADED']));
		await hold();
		expect(countSockets()).toBeLessThanOrEqual(before);
	} finally {
		for (const pid of stopped) process.kill(pid, 'SIGCONT');
	}
});

describe('a client that leaves', () => {
	it('ends what only it needs, and nothing else', async () => {
		const pool = open({ size: 4 }, sites.manageUrl);
		const client = new AbortController();
		const request = pool.within({ until: performance.now() + 4_000, client });
		const read = code(request.begin('read only', (tx) => tx`select pg_sleep(3)`));
		const write = code(request.begin('read write', (tx) => tx`select pg_sleep(1.5)`));
		const statement = code(request`select pg_sleep(1.5)`);
		const quick = code(request.begin('read only', (tx) => tx`select pg_sleep(0.05)`));
		await pool`select 1`;
		client.abort();
		expect(await read).toBe('CLIENT_GONE');
		await expect.poll(() => countRunning('select pg_sleep(3)')).toBe(0);
		expect(await Promise.all([quick, write, statement])).toEqual(Array(3).fill('answered'));
		expect(await code(pool`select 1`)).toBe('answered');
	});
});

describe('calls that find no free connection', () => {
	it('wait, and are refused immediately above the limit', async () => {
		const pool = open({ size: 1 });
		await pool`select 1`;
		const first = pool`select pg_sleep(0.3)`.then(() => 'answered');
		const others = Array.from({ length: 40 }, () => code(pool`select 1`));
		expect(await Promise.race([others[39], first])).toBe('OVERLOADED');
		const ends = await Promise.all(others);
		expect(ends.filter((end) => end === 'answered')).toHaveLength(32);
		expect(ends.filter((end) => end === 'OVERLOADED')).toHaveLength(8);
	});

	it('do not begin after their client has disconnected', async () => {
		const sent: string[] = [];
		const pool = open({ size: 1, session: { onStatement: (text) => sent.push(text) } });
		await pool`select 1`;
		const first = pool`select pg_sleep(0.3)`.then(() => 'answered');
		const client = new AbortController();
		const request = pool.within({ until: performance.now() + 4_000, client });
		const waiting = code(request`select 'for nobody'`);
		client.abort();
		expect(await Promise.race([waiting, first])).toBe('CLIENT_GONE');
		expect(await code(request`select 'for nobody either'`)).toBe('CLIENT_GONE');
		await first;
		await pool`select 1`;
		expect(sent.join()).not.toContain('nobody');
	});
});

describe('a server that', () => {
	let server: Server;
	const sockets: Socket[] = [];
	let hangs = true;
	let url: string;

	// A proxy for Postgres, which accepts connections and forwards them unless it hangs.
	beforeAll(async () => {
		const address = new URL(sites.ingestUrl);
		const { port, hostname } = address;
		server = createServer((from) => {
			sockets.push(from);
			from.on('error', () => undefined);
			if (hangs) return;
			const to = connect(Number(port), hostname);
			to.on('error', () => from.destroy());
			from.pipe(to).pipe(from);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		address.port = String((server.address() as AddressInfo).port);
		url = address.href;
	});

	afterAll(async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => server.close(resolve));
	});

	it('accepts connections but never responds is tried with one connection at a time until it does', async () => {
		const pool = open({ size: 4, deadlineMs: 400 }, url);
		const burst = () => Promise.all(Array.from({ length: 20 }, () => code(pool`select 1`)));
		expect(await burst()).not.toContain('answered');
		const attempts = sockets.length;
		expect(await burst()).not.toContain('answered');
		expect(sockets.length - attempts).toBeLessThanOrEqual(2);
		hangs = false;
		await expect.poll(() => code(pool`select 1`)).toBe('answered');
		await expect.poll(async () => [...new Set(await burst())]).toEqual(['answered']);
	});

	it('refuses connections makes calls fail immediately; after its return, the first call succeeds', async () => {
		const { port } = server.address() as AddressInfo;
		const pool = open({ size: 4 }, url);
		await pool`select 1`;
		await new Promise((resolve) => {
			server.close(resolve);
			for (const socket of sockets) socket.destroy();
		});
		await expect.poll(() => code(pool`select 1`)).toBe('ECONNREFUSED');
		const ends = await Promise.all(Array.from({ length: 20 }, () => code(pool`select 1`)));
		expect(new Set(ends)).toEqual(new Set(['ECONNREFUSED']));
		await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
		expect(await code(pool`select 1`)).toBe('answered');
	});
});
