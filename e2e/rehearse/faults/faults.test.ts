// Faults of one server with its own Postgres, while apps report events.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createSite, publishPrompt, type TestSite } from '../../../supabase/tests/sites.ts';
import { findViolations } from '../../history/find-violations.ts';
import { readHistory } from '../../history/history.ts';
import { installServer } from '../../install-server.ts';
import { storeFigures } from '../../prove/report.ts';
import { findFunctions, listPostgres, listTree, signalAll } from '../../server-processes.ts';
import { type Load, startLoad } from '../cluster/load.ts';
import { countStored } from '../count-stored.ts';
import { recordFault } from '../fault-rows.ts';
import { longestGap } from '../gaps.ts';
import { type Disk, mountDisk } from './disk.ts';
import { occupyConnections } from './occupy-connections.ts';
import { type OneServer, startOneServer } from './one-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-faults-'));
chmodSync(folder, 0o755);
const secondMs = 1_000;
const visitors = 16;
const backups = join(folder, 'backups');
let disk: Disk;
let server: OneServer;
let site: TestSite;
let load: Load;

beforeAll(async () => {
	const mounted = join(folder, 'disk');
	for (const made of [mounted, backups]) mkdirSync(made);
	disk = await mountDisk(mounted, 1_024);
	const program = await installServer(folder);
	server = await startOneServer(mounted, { program, settings: { backup: { to: backups } } });
	site = await query((sql) => createSite(sql, { limits: { window: { displays: 2, days: 30 } } }));
	const trigger = { events: ['load.reported'] };
	await query(async (sql) => {
		await publishPrompt(sql, site.id, {
			trigger,
			limits: { show: 'once' },
			priority: 1,
			budget: { displays: 300, period: { every: 'day', displays: 200 } },
		});
		await publishPrompt(sql, site.id, { trigger, limits: { show: 'always', again_after_days: 1 } });
	});
	load = startLoad(server.url, site.siteId, visitors, { eventsPerVisitor: 20 });
});

afterAll(async () => {
	await load?.stop();
	await server?.stop();
	await disk?.unmount();
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function query<Result>(ask: (sql: Sql) => Promise<Result>): Promise<Result> {
	const sql = postgres({ ...server.admin(), max: 1, onnotice() {} });
	try {
		return await ask(sql);
	} finally {
		await sql.end({ timeout: 1 });
	}
}

/** Resolves when this many further events are acknowledged. */
async function further(events: number): Promise<void> {
	const target = load.acknowledged.length + events;
	await expect.poll(() => load.acknowledged.length).toBeGreaterThan(target);
}

/** Starts new files of the write-ahead log until there is no space left and Postgres panics. */
async function fillLog(sql: Sql): Promise<void> {
	for (let files = 0; files < 100; files++) {
		await sql`select pg_logical_emit_message(true, 'rehearsal', 'a record'), pg_switch_wal()`;
	}
}

async function pause(pids: readonly number[], forMs: number): Promise<void> {
	signalAll(pids, 'SIGSTOP');
	await wait(forMs);
	signalAll(pids, 'SIGCONT');
}

type InjectedFault = {
	name: string;
	/** Causes the fault. Resolves when the cause has ended, to whether the service was unavailable until then. */
	run(): Promise<'unavailable' | 'repaired'>;
};

const faults: InjectedFault[] = [
	{
		name: 'functions killed',
		async run() {
			signalAll([findFunctions(server.process().pid)], 'SIGKILL');
			return 'repaired';
		},
	},
	{
		name: 'embedded Postgres killed',
		async run() {
			signalAll(listPostgres(server.data), 'SIGKILL');
			return 'repaired';
		},
	},
	{
		name: 'server killed, started again after 1 s',
		async run() {
			await server.process().kill();
			await wait(secondMs);
			await server.restart();
			return 'repaired';
		},
	},
	{
		name: 'all processes killed, started again after 1 s',
		async run() {
			const all = listTree(server.process().pid);
			signalAll(all, 'SIGKILL');
			await wait(secondMs);
			await server.restart();
			return 'repaired';
		},
	},
	{
		name: 'functions paused for 10 s',
		async run() {
			await pause([findFunctions(server.process().pid)], 10 * secondMs);
			return 'unavailable';
		},
	},
	{
		name: 'embedded Postgres paused for 10 s',
		async run() {
			await pause(listPostgres(server.data), 10 * secondMs);
			return 'unavailable';
		},
	},
	{
		name: 'embedded Postgres paused for good',
		async run() {
			// The server replaces Postgres.
			signalAll(listPostgres(server.data), 'SIGSTOP');
			return 'repaired';
		},
	},
	{
		name: 'all processes paused for 10 s',
		async run() {
			await pause(listTree(server.process().pid), 10 * secondMs);
			return 'unavailable';
		},
	},
	{
		name: 'disk full for 15 s',
		async run() {
			await disk.fill();
			await wait(15 * secondMs);
			disk.free();
			return 'unavailable';
		},
	},
	{
		name: 'disk full for 15 s, including for the write-ahead log',
		async run() {
			await disk.fill();
			await expect(query(fillLog)).rejects.toThrow();
			await wait(15 * secondMs);
			disk.free();
			return 'unavailable';
		},
	},
	{
		name: 'no database connections for 10 s',
		async run() {
			const release = await occupyConnections(server.admin());
			await wait(10 * secondMs);
			await release();
			return 'unavailable';
		},
	},
];

test.for(faults)('$name: no acknowledged event is lost', async ({ name, run }) => {
	await further(200);
	const known = load.acknowledged.length;
	const failed = load.failures.length;
	const since = performance.now();
	const state = await run();
	const ended = performance.now();
	await further(200);
	// The first requests may have been in progress before the fault: later ones were not.
	await wait(secondMs);
	await further(200);
	const ids = load.acknowledged.slice(known);
	const gap = longestGap(load.acknowledgedAt, since);
	const next = load.acknowledgedAt.find((at) => at > ended)!;
	const row = {
		fault: name,
		...(await query((sql) => countStored(sql, ids))),
		unavailableMs: gap.ms,
		recoveryMs: state === 'unavailable' ? next - ended : undefined,
	};
	recordFault(row);
	console.log(`${load.failures.length - failed} attempts failed`);
	expect(row).toMatchObject({ lost: 0, duplicates: 0 });
});

test('each visitor’s history is one that the rules of the prompts allow', async () => {
	await further(200);
	const history = await query((sql) => readHistory(sql, site.id));
	const violations = findViolations(history);
	storeFigures('Histories', {
		'subjects checked': { count: history.subjects.length },
		'displays checked': { count: history.displays.length },
		'that the rules do not allow': { count: { value: violations.length, goal: { exactly: 0 } } },
	});
	expect(history.displays.length).toBeGreaterThan(200);
	expect(violations).toEqual([]);
});

test('a lost machine is restored from its backup, except for the last minute', async () => {
	await further(200);
	const early = [...load.acknowledged];
	await wait(90 * secondMs);
	const since = performance.now();
	signalAll(listTree(server.process().pid), 'SIGKILL');
	await server.process().ended;
	rmSync(server.data, { recursive: true, maxRetries: 5 });
	await server.process().run('restore', '--from', backups, '--data', server.data);
	await server.restart();
	await further(200);
	const counts = await query((sql) => countStored(sql, load.acknowledged));
	recordFault({
		fault: 'data folder lost, restored from the backup',
		...counts,
		unavailableMs: longestGap(load.acknowledgedAt, since).ms,
	});
	expect(await query((sql) => countStored(sql, early))).toEqual({ lost: 0, duplicates: 0 });
});
