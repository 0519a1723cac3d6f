// The packed server: start, memory with its own Postgres, and CPU per event of one and two servers on one Postgres.
// Run it with: npx node e2e/bench/server.ts
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { setPassword } from '../../server/postgres/cluster.ts';
import { connectDatabase } from '../../server/postgres/connect.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { superuserUrl } from '../../server/postgres/superuser.ts';
import { tuneForMachine } from '../../server/postgres/tune-for-machine.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { openOverTcp } from '../../supabase/tests/open-over-tcp.ts';
import { installServer } from '../install-server.ts';
import { type OneServer, startOneServer } from '../rehearse/faults/one-server.ts';
import { startServerProcess } from '../rehearse/cluster/server-process.ts';
import { listTree } from '../server-processes.ts';
import type { Cell, Rows } from '../prove/figure.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { type Load, measure, prepare, request } from './http-load.ts';
import { median } from './median.ts';
import { cpuOf, memoryOf } from './process-cost.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);
const runs = Number(process.env['BENCH_RUNS'] ?? 5);
/** Most MiB of the whole server when it is idle. */
const mostMemory = 300;
const path = '/functions/v1/sdk/events';
const loads: (Load & { name: string })[] = [
	{ name: 'no prompt', path, body: () => request('page.read', 1) },
	{ name: 'one of 10 prompts fits', path, body: () => request('report.exported', 1) },
];

const folder = mkdtempSync(join(tmpdir(), 'feedback-server-bench-'));
// The embedded Postgres runs as another user.
chmodSync(folder, 0o755);
const cleanup = new AsyncDisposableStack();
cleanup.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
try {
	const program = await installServer(folder);
	reportTable('One server', await measureAlone(program));
	reportNote(`${runs} interleaved runs of ${seconds} s, medians.`);
	reportTable('16 connections for each server', await measureTogether(program));
} finally {
	await cleanup.disposeAsync();
}

/** One server with its own Postgres. */
async function measureAlone(program: string): Promise<Rows> {
	const own = join(folder, 'alone');
	mkdirSync(own);
	const first = await timeStart(() => startOneServer(own, { program }));
	await first.server.stop();
	const again: Start[] = [];
	for (let run = 0; run < runs; run++) {
		const start = await timeStart(() => startOneServer(own, { program }));
		again.push(start);
		if (run < runs - 1) await start.server.stop();
	}
	const { server } = again.at(-1)!;
	cleanup.defer(() => server.stop());
	const readMemory = async (afterMs: number) => {
		await wait(afterMs);
		return Math.round(memoryOf(listTree(server.process().pid)));
	};
	const started = await readMemory(10_000);
	const { host, port } = server.admin();
	await prepare(await openOverTcp(superuserUrl(host, port)));
	await sendEvents(server, 1_000);
	const figures = {
		'first start to ready': describeStart([first]),
		'later start to ready': describeStart(again, 3),
		'10 s after the start': { 'memory, MiB': { value: started, goal: { at_most: mostMemory } } },
		'10 s after 1,000 events': { 'memory, MiB': await readMemory(10_000) },
		// Idle connections are closed after a minute.
		'75 s after 1,000 events': {
			'memory, MiB': { value: await readMemory(65_000), goal: { at_most: mostMemory } },
		},
	};
	await server.stop();
	return figures;
}

type Start = { server: OneServer; wallMs: number; cpuMs: number };

async function timeStart(start: () => Promise<OneServer>): Promise<Start> {
	const begun = performance.now();
	const server = await start();
	const wallMs = performance.now() - begun;
	return { server, wallMs, cpuMs: cpuOf(listTree(server.process().pid)) };
}

function describeStart(starts: readonly Start[], mostSeconds?: number): Record<string, Cell> {
	const of = (part: 'wallMs' | 'cpuMs') =>
		Number((median(starts.map((start) => start[part])) / 1_000).toFixed(1));
	const value = of('wallMs');
	return {
		'took, s': mostSeconds === undefined ? value : { value, goal: { at_most: mostSeconds } },
		'CPU, s': of('cpuMs'),
	};
}

async function sendEvents({ url }: OneServer, events: number): Promise<void> {
	const port = Number(new URL(url).port);
	for (let sent = 0; sent < events;) sent += (await measure(port, loads[0]!, 0.2)).requests;
}

/** One and two servers on one Postgres. */
async function measureTogether(program: string): Promise<Rows> {
	const running = await startPostgres({
		data: join(folder, 'shared'),
		port: await findFreePort(),
		configuration: tuneForMachine(),
	});
	cleanup.defer(() => running.stop());
	const admin = await openOverTcp(running.url);
	const databaseUrl = await createDatabase(admin);
	const publicUrl = 'http://127.0.0.1:1';
	const start = async (name: string, secretsFile?: string) => {
		const own = join(folder, name);
		mkdirSync(own);
		const server = await startServerProcess({
			folder: own,
			program,
			publicUrl,
			databaseUrl,
			...(secretsFile !== undefined && { secretsFile }),
		});
		cleanup.defer(async () => void (await server.stop()));
		await server.ready();
		return server;
	};
	const first = await start('first');
	const second = await start('second', first.secretsFile);
	const url = new URL(admin);
	url.pathname = '/feedback';
	await prepare(url.href);
	const variants = loads.flatMap((load) =>
		[[first], [first, second]].map((servers) => ({
			name: `${load.name}, ${servers.length === 1 ? '1 server' : '2 servers'}`,
			load,
			servers,
			samples: [] as Sample[],
		})),
	);
	const pids = () => ({
		servers: [first, second].flatMap(({ pid }) => listTree(pid)),
		postgres: listTree(running.process.pid!),
	});
	for (let run = -1; run < runs; run++) {
		for (const { load, servers, samples } of variants) {
			const before = pids();
			const [servers0, postgres0] = [cpuOf(before.servers), cpuOf(before.postgres)];
			const figures = await Promise.all(
				servers.map((server) => measure(Number(new URL(server.url).port), load, seconds)),
			);
			const after = pids();
			const events = figures.reduce((total, { requests }) => total + requests, 0);
			const perSecond = figures.reduce((total, figure) => total + figure.perSecond, 0);
			// The first run only warms up.
			if (run < 0) continue;
			samples.push({
				servers: ((cpuOf(after.servers) - servers0) * 1_000) / events,
				postgres: ((cpuOf(after.postgres) - postgres0) * 1_000) / events,
				perSecond,
			});
		}
	}
	return Object.fromEntries(variants.map(({ name, samples }) => [name, summarize(samples)]));
}

/** CPU in microseconds per event, and events per second of this machine. */
type Sample = { servers: number; postgres: number; perSecond: number };

function summarize(samples: readonly Sample[]): Record<string, number> {
	const of = (part: keyof Sample) => Math.round(median(samples.map((sample) => sample[part])));
	const both = median(samples.map(({ servers, postgres }) => servers + postgres));
	return {
		'CPU of servers, µs': of('servers'),
		'CPU of Postgres, µs': of('postgres'),
		'each core, events/s': Math.round(1_000_000 / both),
		'here, events/s': of('perSecond'),
	};
}

async function createDatabase(adminUrl: string): Promise<string> {
	const sql = connectDatabase(adminUrl);
	try {
		await sql`create role feedback login createrole`;
		await setPassword(sql, 'feedback', 'bench');
		await sql`create database feedback owner feedback`;
	} finally {
		await sql.end();
	}
	const { port } = new URL(adminUrl);
	return `postgres://feedback:bench@127.0.0.1:${port}/feedback`;
}
