// Measures the space of a stored event in several layouts of its table: bytes with all indexes, CPU of an insert, pages
// read or written. Run it with: npx node e2e/bench/row.ts
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { raw } from 'sql-template-tag';

import { connectDatabase } from '../../server/postgres/connect.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import type { Cell, Rows } from '../prove/figure.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { median } from './median.ts';
import { rounded } from './measure.ts';
import { type Layout, layouts } from './row-layouts.ts';
import type { Row } from '../../database/statement.ts';

const events = Number(process.env['BENCH_EVENTS'] ?? 300_000);
const visitors = events / 2;
const days = 6;
/** Number of the newest events that are inserted one by one, with the indexes in place. */
const timed = 60_000;
const pieces = 20;

const folder = mkdtempSync(join(tmpdir(), 'feedback-bench-'));
const running = await startPostgres({
	data: join(folder, 'data'),
	port: await findFreePort(),
	settings: { shared_buffers: '1GB', max_wal_size: '8GB', synchronous_commit: 'off' },
});
const sql = connectDatabase(running.url);
const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
try {
	await makeEvents();
	const table: Rows = {};
	for (const layout of layouts) table[layout.name] = await tryLayout(layout);
	reportNote(`${events} events of ${visitors} visitors over ${days} days.`);
	reportTable('Layouts', table);
} finally {
	await sql.end();
	await running.stop();
	rmSync(folder, { recursive: true, force: true });
}

// Creates events in the order in which they were received. Few visitors report many events, most report few.
async function makeEvents(): Promise<void> {
	await sql.script(`
		create type reason as enum ('duplicate', 'no_prompt', 'trigger_properties', 'displayed');
		create function id_at(p_at timestamptz, p_rest text) returns uuid language sql immutable as $$
			select (lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0') || p_rest)::uuid $$;
		create function v7(p_at timestamptz, p_seed text) returns uuid language sql immutable as $$
			select id_at(p_at, '7' || substr(md5(p_seed), 1, 3) || '8' || substr(md5(p_seed), 4, 15)) $$;
		create table people as select n as key, gen_random_uuid() as id from generate_series(1, ${visitors}) n;
		create unique index on people (key);
		create table source as
		select i as n, '01930000-0000-7000-8000-000000000001'::uuid as site_id, 7 as site, v7(at, 'event' || i) as id,
			p.id as visitor_id, p.key as visitor, v7(at - interval '1 minute', 'session' || i) as session_id, at,
			at + interval '40 ms' as received_at, 'no_prompt'::reason as reason, 'desktop' as device,
			case when i % 5 = 0 then 'report.exported' when i % 5000 = 1 then 'report.shared' else 'section.n' || i % 20 end
				as name,
			case when i % 5 = 0 then 100 when i % 5000 = 1 then 101 else i % 20 end as name_key,
			jsonb_build_object('format', case when i % 3 = 0 then 'pdf' else 'csv' end, 'pages', i % 50) as properties,
			'/reports' as path, '["en"]'::jsonb as languages
		from (
			select i, timestamptz '2026-11-01Z' + (i::float8 / ${events + 1}) * interval '${days} days' as at,
				1 + floor(${visitors} * power(random(), 2))::int as who
			from generate_series(1, ${events}) i) g
		join people p on p.key = g.who order by i;
		create unique index on source (n);`);
	await sql.script('vacuum analyze source');
}

async function tryLayout(layout: Layout): Promise<Record<string, Cell>> {
	await createTable(layout);
	const filled = layout.columns.filter(([, , value]) => value !== null);
	const insert = (where: string) => `
		insert into kept (${filled.map(([name]) => name).join(', ')})
		select ${filled.map(([, , value]) => value).join(', ')} from source s where ${where} order by n
		on conflict do nothing`;
	await sql.script(insert(`n <= ${events - timed}`));
	await sql.script('vacuum analyze kept');
	await sql.script(`create function insert_one(p_n integer) returns void language plpgsql
		set plan_cache_mode = force_generic_plan as $$ begin ${insert('s.n = p_n')}; end $$`);
	const cpu: number[] = [];
	const pages: number[] = [];
	for (let piece = 0; piece < pieces; piece++) {
		const first = events - timed + 1 + (piece * timed) / pieces;
		const last = first + timed / pieces - 1;
		const before = spent();
		await sql.script(`select count(insert_one(n)) from generate_series(${first}, ${last - 1}) n`);
		cpu.push((spent() - before) / (last - first));
		pages.push(await countPages(insert(`n = ${last}`)));
	}
	const found: number[] = [];
	for (let n = events; n > events - 41 * 997; n -= 997) {
		found.push(
			await countPages(
				`select count(*) from source s join kept e on ${layout.find} where s.n = ${n}`,
			),
		);
	}
	const [size] = await sql<{ heap: number; indexes: number }[]>`
		select sum(pg_table_size(relid))::float8 as heap, sum(pg_indexes_size(relid))::float8 as indexes
		from pg_partition_tree('kept') where isleaf`;
	await sql.script('drop table kept; drop function insert_one');
	const bytes = Math.round((size!.heap + size!.indexes) / events);
	return {
		'heap, bytes': Math.round(size!.heap / events),
		'indexes, bytes': Math.round(size!.indexes / events),
		'an event, bytes': layout.mostBytes
			? { value: bytes, goal: { at_most: layout.mostBytes } }
			: bytes,
		'CPU of an insert, µs': rounded(median(cpu) / 1_000),
		'pages of an insert': median(pages),
		'pages of a count': median(found),
	};
}

async function createTable({ columns, key, by, index }: Layout): Promise<void> {
	const list = columns.map(([name, type]) => `${name} ${type}`).join(', ');
	await sql.script(`create table kept (${list}, primary key (${key})) partition by range (${by})`);
	for (let day = 0; day < days; day++) {
		const [low, high] = await Promise.all([day, day + 1].map((n) => readBound(by, n)));
		await sql.script(
			`create table kept_${day} partition of kept for values from ('${low}') to ('${high}')`,
		);
	}
	await sql.script(`
		create index on kept (${index});
		create index on kept using brin (received_at) with (pages_per_range = 16)`);
}

async function readBound(by: Layout['by'], day: number): Promise<string> {
	const at = `timestamptz '2026-11-01Z' + ${day} * interval '1 day'`;
	const bound =
		by === 'day' ? `((${at}) at time zone 'UTC')::date` : `id_at(${at}, repeat('0', 20))`;
	return (await ask(`select (${bound})::text as bound`))['bound'] as string;
}

async function countPages(statement: string): Promise<number> {
	const row = await ask(`explain (analyze, buffers, format json) ${statement}`);
	const { Plan: plan } = (row['QUERY PLAN'] as { Plan: Record<string, number> }[])[0]!;
	return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
}

/** Runs a statement that is not a template, and returns its only row. */
async function ask(statement: string): Promise<Row> {
	const rows = await sql.begin('read write', (tx) => tx.send(raw(statement)));
	return (rows as Row[])[0]!;
}

/** CPU time of the backend in nanoseconds. */
function spent(): number {
	return Number(readFileSync(`/proc/${backend!.pid}/schedstat`, 'utf8').split(' ')[0]);
}
