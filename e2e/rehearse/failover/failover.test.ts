// Faults of two servers on two PostgreSQL servers of Patroni, while apps report events.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createSite } from '../../../supabase/tests/sites.ts';
import { type Load, startLoad } from '../cluster/load.ts';
import { countStored } from '../count-stored.ts';
import { type FaultRow, recordFault } from '../fault-rows.ts';
import { type Debian, freshDebian } from '../fresh-debian.ts';
import { longestGap } from '../gaps.ts';
import type { PatroniNode } from './patroni.ts';
import { type Cluster, startCluster } from './start-cluster.ts';
import { type WriteProbe, startWriteProbe } from './write-probe.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-failover-'));
const password = 'rehearsal';
let debian: Debian;
let cluster: Cluster;
let sql: Sql;
let load: Load;
const probes = new Map<PatroniNode, WriteProbe>();

beforeAll(async () => {
	debian = await freshDebian([
		'etcd-server',
		'haproxy',
		'patroni',
		'postgresql-17',
		'python3-etcd',
	]);
	cluster = await startCluster(debian, { folder, prepare });
	sql = postgres(cluster.adminUrl, { max: 1, idle_timeout: 1, onnotice() {}, backoff: () => 0.1 });
	const site = await createSite(sql);
	for (const node of cluster.patroni.nodes) {
		probes.set(node, startWriteProbe(cluster.patroni.urlOf(node)));
	}
	load = startLoad(cluster.servers.url, site.siteId, 16);
}, 600_000);

afterAll(async () => {
	await load?.stop();
	await Promise.all(Array.from(probes.values(), (probe) => probe.stop()));
	await sql?.end({ timeout: 1 });
	await cluster?.stop();
	await debian?.remove();
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function prepare(adminUrl: string): Promise<void> {
	const admin = postgres(adminUrl, { max: 1, onnotice() {} });
	await admin`create table probe (at timestamptz)`;
	await admin.unsafe(`create role feedback login createrole password '${password}'`);
	await admin`create database feedback owner feedback`;
	await admin.end();
}

/** Resolves when this many further events are acknowledged. */
async function further(events: number): Promise<void> {
	const target = load.acknowledged.length + events;
	await expect.poll(() => load.acknowledged.length).toBeGreaterThan(target);
}

/** Resolves when the other node is the primary. */
async function untilReplaced(old: PatroniNode): Promise<void> {
	while ((await cluster.patroni.primary()) === old) await wait(100);
}

/**
 * When the database accepted writes again; undefined if it accepted writes the whole time.
 *
 * @param before the primary before the fault
 */
async function findWritable(before: PatroniNode, since: number): Promise<number | undefined> {
	const primary = await cluster.patroni.primary();
	// A new primary may have commits from an earlier term as primary, so use its first commit after the longest pause.
	const gap = longestGap(probes.get(primary)!.committedAt, since);
	return primary !== before || gap.ms > 1_500 ? gap.to : undefined;
}

/** Counts failures by outcome. */
function describeFailures(failures: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const failure of failures) counts.set(failure, (counts.get(failure) ?? 0) + 1);
	return Array.from(counts, ([failure, count]) => `${count} × ${failure}`).join(', ');
}

type InjectedFault = {
	name: string;
	/** Causes the fault and repairs what does not recover automatically; resolves when events are stored again. */
	run(primary: PatroniNode): Promise<void>;
};

const faults: InjectedFault[] = [
	{ name: 'switchover', run: () => cluster.patroni.switchOver() },
	{
		name: 'PostgreSQL of the primary killed',
		async run(primary) {
			const last = () => probes.get(primary)!.committedAt.at(-1)!;
			const killed = performance.now();
			await cluster.patroni.signal(primary, 'KILL', 'postgres');
			// Patroni restarts it, or promotes the other node.
			while (last() > killed - 200 && performance.now() - killed < 1_000) await wait(50);
			await wait(1_000);
			await further(200);
		},
	},
	{
		name: 'PostgreSQL and Patroni of the primary killed',
		async run(primary) {
			await cluster.patroni.signal(primary, 'KILL', 'both');
			await untilReplaced(primary);
			await further(200);
			cluster.patroni.start(primary);
		},
	},
	{
		name: 'Patroni of the primary killed',
		async run(primary) {
			await cluster.patroni.signal(primary, 'KILL', 'patroni');
			await untilReplaced(primary);
			await further(200);
			cluster.patroni.start(primary);
		},
	},
	{
		name: 'primary paused for 10 s',
		async run(primary) {
			await cluster.patroni.signal(primary, 'STOP', 'both');
			await wait(10_000);
			await cluster.patroni.signal(primary, 'CONT', 'both');
		},
	},
	{
		name: 'etcd killed, started again after 30 s',
		async run() {
			await cluster.etcd.kill();
			await wait(30_000);
			await cluster.etcd.start();
		},
	},
	{ name: 'HAProxy before the database restarted', run: () => cluster.haproxy.restart() },
	{
		name: 'one of two servers killed',
		async run() {
			await cluster.servers.first.kill();
			await further(200);
			await cluster.servers.restart('first');
		},
	},
	{
		name: 'one of two servers stopped (SIGTERM)',
		async run() {
			expect(await cluster.servers.second.stop()).toBe(0);
			await further(200);
			await cluster.servers.restart('second');
		},
	},
	{
		name: 'new primary killed right after a switchover, started again after 30 s',
		async run(primary) {
			await cluster.patroni.switchOver();
			await untilReplaced(primary);
			const next = await cluster.patroni.primary();
			await cluster.patroni.signal(next, 'KILL', 'both');
			await wait(30_000);
			cluster.patroni.start(next);
		},
	},
];

test.for(faults)('$name: no acknowledged event is lost', async ({ name, run }) => {
	await cluster.patroni.whole();
	await further(200);
	const primary = await cluster.patroni.primary();
	const known = load.acknowledged.length;
	const failed = load.failures.length;
	const since = performance.now();
	await run(primary);
	await further(200);
	await cluster.patroni.whole();
	await further(200);
	const ids = load.acknowledged.slice(known);
	const gap = longestGap(load.acknowledgedAt, since);
	const writable = await findWritable(primary, since);
	const next = load.acknowledgedAt.find((at) => at > (writable ?? 0));
	const row: FaultRow = {
		fault: name,
		...(await countStored(sql, ids)),
		unavailableMs: gap.ms,
		recoveryMs: writable && next! - writable,
	};
	recordFault(row);
	console.log(describeFailures(load.failures.slice(failed)));
	expect(row).toMatchObject({ lost: 0, duplicates: 0 });
});
