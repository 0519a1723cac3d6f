// Measures the cost of storing an answer inside Postgres, for a site without a destination: CPU, pages and WAL of
// app.store_answers, called in a loop by one session. BENCH_BEFORE=<another checkout> adds the database of that
// checkout, in the same cluster. Also measures the CPU of an idle worker. Run it with: npm run bench answer-statement
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { prepareCluster, withRole } from '../../server/postgres/cluster.ts';
import { connectDatabase, type DatabaseClient } from '../../server/postgres/connect.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { openOverTcp } from '../../supabase/tests/open-over-tcp.ts';
import { report } from '../../supabase/tests/caller.ts';
import type { TestSql } from '../../supabase/tests/harness.ts';
import { createSite, publishPrompt, type TestSite } from '../../supabase/tests/sites.ts';
import { newVisit } from '../../supabase/tests/visits.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { rounded } from './measure.ts';
import { median } from './median.ts';
import { cpuOf } from './process-cost.ts';

const pairs = Number(process.env['BENCH_RUNS'] ?? 12);
const answers = Number(process.env['BENCH_ANSWERS'] ?? 1_000);
const polls = 600;
const before = process.env['BENCH_BEFORE'];
const here = join(import.meta.dirname, '../..');

type Opened = { name: string; sql: DatabaseClient; pid: number; site: TestSite };
/** Cost of one answer. */
type Cost = { cpu: number; pages: number; wal: number };

const folder = mkdtempSync(join(tmpdir(), 'feedback-bench-'));
const postgres = await startPostgres({ data: join(folder, 'data'), port: await findFreePort() });
const cluster = await openOverTcp(postgres.url);
const { password } = new URL(cluster);
try {
	await prepareCluster(cluster, password);
	const opened: Opened[] = [];
	if (before) opened.push(await open('before', before));
	opened.push(await open('now', here));
	const figures = new Map(opened.map((each) => [each.name, [] as Cost[]]));
	for (const each of opened) await measure(each);
	for (let at = 0; at < pairs; at++) {
		for (const each of at % 2 === 0 ? opened : opened.toReversed()) {
			figures.get(each.name)!.push(await measure(each));
		}
	}
	const of = (name: string, part: keyof Cost) => figures.get(name)!.map((cost) => cost[part]);
	const rows = opened.map(({ name }) => [
		name,
		{
			'CPU, µs': Math.round(median(of(name, 'cpu'))),
			pages: rounded(median(of(name, 'pages'))),
			'WAL, bytes': Math.round(median(of(name, 'wal'))),
		},
	]);
	reportNote(`${answers} answers in one statement, ${pairs} interleaved runs, medians.`);
	reportTable('An answer', Object.fromEntries(rows));
	if (before) {
		const now = of('now', 'cpu');
		const ratios = of('before', 'cpu').map((cpu, at) => now[at]! / cpu);
		reportTable('An answer, beside before', { 'median ratio': { CPU: rounded(median(ratios)) } });
	}
	const idle = await measureIdleWorker(opened.at(-1)!);
	reportTable('A worker that finds nothing', {
		'a minute': { 'CPU of Postgres, ms': Math.round(idle) },
	});
	for (const { sql } of opened) await sql.end();
} finally {
	await postgres.stop();
	rmSync(folder, { recursive: true });
}

async function open(name: string, tree: string): Promise<Opened> {
	const root = connectDatabase(cluster);
	await root.script(`create database bench_${name} owner postgres`);
	await root.end();
	await prepareCluster(withRole(cluster, 'supabase_admin', `bench_${name}`), password);
	// Each checkout applies its own migrations and code.
	const { applyMigrations } = (await import(
		join(tree, 'server/postgres/migrate.ts')
	)) as typeof import('../../server/postgres/migrate.ts');
	await applyMigrations(withRole(cluster, 'postgres', `bench_${name}`));
	const sql = connectDatabase(withRole(cluster, 'supabase_admin', `bench_${name}`), {
		oneSession: true,
	});
	await sql`select app.maintain()`;
	const test = sql as unknown as TestSql;
	const site = await createSite(test);
	await publishPrompt(test, site.id, { trigger: { events: ['done'] }, limits: { show: 'always' } });
	const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
	return { name, sql, site, pid: row!.pid };
}

async function measure({ sql, site, pid }: Opened): Promise<Cost> {
	const displays: string[] = [];
	for (let at = 0; at < answers; at++) {
		displays.push((await report(sql as unknown as TestSql, newVisit(site.id), 'done')).display);
	}
	await sql`vacuum analyze`;
	await sql`checkpoint`;
	const started = cpuOf([pid]);
	const [row] = await sql<{ 'QUERY PLAN': Plan }[]>`
		explain (analyze, buffers, wal, timing off, format json)
		select app.store_answers(${site.id}::uuid, d::uuid, 1, true, '{"score": 4}'::jsonb, null)
		from unnest(${displays}::text[]) d`;
	const { Plan: plan } = row!['QUERY PLAN'][0]!;
	return {
		cpu: ((cpuOf([pid]) - started) * 1_000) / answers,
		pages: (plan['Shared Hit Blocks'] + plan['Shared Read Blocks']) / answers,
		wal: plan['WAL Bytes'] / answers,
	};
}

type Plan = {
	Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number; 'WAL Bytes': number };
}[];

/** Measures the CPU per minute, in milliseconds, of the worker's query every second. */
async function measureIdleWorker({ sql, pid }: Opened): Promise<number> {
	const poll = async () => {
		await sql`select app.prepare_deliveries(clock_timestamp())`;
		await sql`select * from app.claim_deliveries(256, clock_timestamp())`;
		await sql`select app.claim_pause_notices(clock_timestamp())`;
		await sql`select app.claim_site_key_notices(clock_timestamp())`;
	};
	await poll();
	const started = cpuOf([pid]);
	for (let at = 0; at < polls; at++) await poll();
	return ((cpuOf([pid]) - started) * 60) / polls;
}
