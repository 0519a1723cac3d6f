// Parts that hang instead of exiting: stopped processes keep their connections open and do not respond.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import postgres, { type Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { startTestStack } from '../../../testing/start-test-stack.ts';
import { mintToken } from '../../../supabase/functions/_shared/secrets/connection-token.ts';
import { listChildren } from '../../../server/supervisor/children.ts';
import { findFunctions } from '../../server-processes.ts';
import type { Stack } from '../../../server/stack/start-stack.ts';
import { type Attempt, type Clients, send, sendClients } from './clients.ts';

let stack: Stack;
let sql: Sql;
let stopped: number[] = [];
let clients: Clients | undefined;

beforeAll(async () => {
	stack = await startTestStack();
	sql = postgres(stack.adminUrl, { max: 1, idle_timeout: 1, onnotice() {}, backoff: () => 0.02 });
});

beforeEach(async () => {
	await expect.poll(readHealth, { timeout: 30_000 }).toEqual(allRunning);
	// Open connections, and read prompts and sites.
	for (let i = 0; i < 20; i++) expect((await reportOne()).status).toBe(200);
});

afterEach(async () => {
	resume();
	await clients?.leave();
	clients = undefined;
});

afterAll(async () => {
	await sql?.end({ timeout: 1 });
	await stack?.stop();
});

const allRunning = {
	gateway: 'running',
	postgres: 'running',
	functions: 'running',
	ingest: 'running',
	files: 'running',
};

async function readHealth(): Promise<Record<string, string>> {
	const response = await fetch(`${stack.gatewayUrl}/local/health`);
	return ((await response.json()) as { parts: Record<string, string> }).parts;
}

function stop(pids: number[]): void {
	stopped = pids;
	for (const pid of pids) process.kill(pid, 'SIGSTOP');
}

function resume(): void {
	for (const pid of stopped) {
		try {
			process.kill(pid, 'SIGCONT');
		} catch {
			// The process has exited in the meantime.
		}
	}
	stopped = [];
}

/** Lists the IDs of all Postgres processes. */
function listPostgres(): number[] {
	const pid = Number(
		readFileSync(join(stack.data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
	);
	return [pid, ...listChildren(pid)];
}

const countFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

async function reportOne(): Promise<Attempt> {
	const one = sendClients(1, stack.apiUrl, stack.siteId);
	await one.leave();
	return one.attempts.at(-1)!;
}

const refusals = (attempts: Attempt[]) => attempts.filter(({ status }) => status !== 200);
const longest = (attempts: Attempt[]) =>
	Math.round(Math.max(0, ...attempts.map(({ from, to }) => to - from)));

const isBack = () =>
	sql`select 1`.then(
		() => true,
		() => false,
	);

/** Checks that the SDK understands every refusal: it keeps the event and retries. */
function expectOrderlyRefusals(attempts: Attempt[]): void {
	const kinds = new Set(
		attempts.map(({ status, code, retryAfter }) => `${status} ${code} ${Number(retryAfter) > 0}`),
	);
	expect([...kinds]).toEqual(['503 unavailable true']);
}

async function expectNothingLost({ acknowledged }: Clients): Promise<void> {
	const rows = await sql<{ id: string }[]>`
		select id from app.event_details where id = any(${[...acknowledged]}::uuid[])`;
	expect(rows.map(({ id }) => id).sort()).toEqual([...acknowledged].sort());
}

/** Milliseconds from `since` until the first event was stored. */
function firstStored({ attempts }: Clients, since: number): number | undefined {
	const first = attempts.find(({ status, to }) => status === 200 && to > since);
	return first && Math.round(first.to - since);
}

it('with a stopped Postgres, every function responds with 503 in time, and nothing is lost', async () => {
	const functions = findFunctions(process.pid);
	const files = countFiles(functions);
	clients = sendClients(32, stack.apiUrl, stack.siteId);
	await expect.poll(() => clients!.acknowledged.size).toBeGreaterThan(64);
	stop(listPostgres());
	const bearer = {
		authorization: `Bearer ${mintToken('fbt_')}`,
		'content-type': 'application/json',
	};
	const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami' } };
	const form = { 'content-type': 'application/x-www-form-urlencoded' };
	const renewal = `grant_type=refresh_token&client_id=feedback-cli&refresh_token=${mintToken('fbr_')}`;
	const others = await Promise.all([
		send(`${stack.apiUrl}/manage/whoami`, undefined, bearer),
		send(`${stack.apiUrl}/mcp`, call, { ...bearer, accept: 'application/json, text/event-stream' }),
		send(`${stack.apiUrl}/oauth/token`, renewal, form),
	]);
	expect(others.map(({ status }) => status)).toEqual([503, 503, 503]);
	expect(others.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
	await expect.poll(() => refusals(clients!.attempts).length).toBeGreaterThan(64);
	resume();
	const back = performance.now();
	await expect.poll(() => firstStored(clients!, back)).toBeDefined();
	await clients.leave();
	const refused = refusals(clients.attempts);
	console.log(
		`Postgres stopped: ${refused.length} refusals, the longest after ${longest(refused)} ms;`,
		`others after ${others.map(({ from, to }) => Math.round(to - from)).join(', ')} ms;`,
		`first event stored ${firstStored(clients, back)} ms after it was back;`,
		`files of the functions ${files} before, ${countFiles(functions)} after`,
	);
	expectOrderlyRefusals(refused);
	await expectNothingLost(clients);
	expect(findFunctions(process.pid)).toBe(functions);
	await expect.poll(() => countFiles(functions)).toBeLessThan(files + 64);
});

it('hanging backends are replaced while they hang, and leave no open files behind', async () => {
	const functions = findFunctions(process.pid);
	clients = sendClients(16, stack.apiUrl, stack.siteId);
	await expect.poll(() => clients!.acknowledged.size).toBeGreaterThan(64);
	const files = countFiles(functions);
	const backends = await sql<{ pid: number }[]>`
		select pid from pg_stat_activity where application_name = 'feedback-sdk'`;
	stop(backends.map(({ pid }) => pid));
	const since = performance.now();
	await expect.poll(() => refusals(clients!.attempts).length).toBeGreaterThan(0);
	// The old connections still hang: later events used new ones.
	const soFar = clients.acknowledged.size;
	await expect.poll(() => clients!.acknowledged.size).toBeGreaterThan(soFar + 200);
	const refused = refusals(clients.attempts);
	console.log(
		`${backends.length} backends stopped: ${refused.length} refusals, the longest after ${longest(refused)} ms;`,
		`first event stored ${firstStored(clients, since)} ms after they stopped;`,
		`files of the functions ${files} before, ${countFiles(functions)} after`,
	);
	expect(countFiles(functions)).toBeLessThan(files + 16);
	resume();
	await clients.leave();
	expectOrderlyRefusals(refused);
	await expectNothingLost(clients);
	expect(findFunctions(process.pid)).toBe(functions);
});

it('hanging functions are reported by the health check, cause a 503, are killed and restarted', async () => {
	const functions = findFunctions(process.pid);
	stop([functions]);
	const [refused, health] = await Promise.all([
		send(`${stack.apiUrl}/sdk/events`, {}),
		readHealth(),
	]);
	expect(health).toEqual({ ...allRunning, functions: 'not answering' });
	expectOrderlyRefusals([refused]);
	await expect.poll(readHealth, { timeout: 50_000 }).toEqual(allRunning);
	expect(findFunctions(process.pid)).not.toBe(functions);
	expect((await reportOne()).status).toBe(200);
});

it('after a crash of Postgres, all functions use it again as soon as it is back, and nothing is lost', async () => {
	const functions = findFunctions(process.pid);
	clients = sendClients(8, stack.apiUrl, stack.siteId);
	await expect.poll(() => clients!.acknowledged.size).toBeGreaterThan(64);
	// Postgres exits immediately, and recovers at its next start.
	process.kill(listPostgres()[0]!, 'SIGQUIT');
	await expect.poll(() => refusals(clients!.attempts).length).toBeGreaterThan(0);
	await expect.poll(isBack, { timeout: 30_000, interval: 20 }).toBe(true);
	const back = performance.now();
	await expect.poll(() => firstStored(clients!, back)).toBeDefined();
	const soFar = clients.acknowledged.size;
	await expect.poll(() => clients!.acknowledged.size).toBeGreaterThan(soFar + 64);
	await clients.leave();
	const refused = refusals(clients.attempts);
	console.log(
		`Postgres crashed: ${refused.length} refusals, the longest after ${longest(refused)} ms;`,
		`first event stored ${firstStored(clients, back)} ms after it was back`,
	);
	expectOrderlyRefusals(refused);
	expect(refused.filter(({ from }) => from > back)).toEqual([]);
	await expectNothingLost(clients);
	expect(findFunctions(process.pid)).toBe(functions);
});

it('a Postgres that hangs is reported by the health check, killed and restarted, without losing data', async () => {
	clients = sendClients(4, stack.apiUrl, stack.siteId);
	await expect.poll(() => clients!.acknowledged.size).toBeGreaterThan(20);
	const before = listPostgres()[0];
	stop(listPostgres());
	await expect.poll(readHealth).toMatchObject({ gateway: 'running', postgres: 'not answering' });
	await expect.poll(readHealth, { timeout: 50_000 }).toEqual(allRunning);
	expect(listPostgres()[0]).not.toBe(before);
	const soFar = clients.acknowledged.size;
	await expect.poll(() => clients!.acknowledged.size).toBeGreaterThan(soFar + 20);
	await clients.leave();
	expectOrderlyRefusals(refusals(clients.attempts));
	await expectNothingLost(clients);
});
