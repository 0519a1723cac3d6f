// Counts the processor's instructions of an event in the database, beside another checkout. Time on a shared machine
// varies by ten percent and more; the number of instructions varies by less than one. Needs Valgrind.
// Run it with: BENCH_BEFORE=<another checkout> npx node e2e/bench/ingest-instructions.ts
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Sql } from 'postgres';

import { nativeFolder } from '../../server/postgres/native-programs.ts';
import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';
import type { Rows } from '../prove/figure.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { loadReports } from './batched-variant.ts';
import { ingestPools } from './ingest-pools.ts';
import { rounded } from './measure.ts';
import { analyzeFilled } from './requests.ts';

const sites = 10;
const visitorsPerSite = 2_000;
const requests = 20_000;
/** Events of one batch, about as many as a busy service has. */
const batchSize = 16;
/** Calls that fill the caches of the connection, and calls that are counted. */
const calls = { before: 100, counted: Number(process.env['BENCH_CALLS'] ?? 1_000) };
const mostRatio = 1.02;

/** Calls by name: the statement that is prepared, and how many events one call has. */
type Call = { name: string; statement: string; events: number };
type Filled = { data: string; settings: string[]; calls: Call[] };

const before = process.env['BENCH_BEFORE'];
if (!before)
	throw new Error('BENCH_BEFORE must name another checkout, with its packages installed.');
if (spawnSync('valgrind', ['--version']).status !== 0)
	throw new Error('Valgrind is missing: apt-get install valgrind');

const folder = mkdtempSync(join(tmpdir(), 'feedback-instructions-'));
// Postgres runs as another user than root.
chmodSync(folder, 0o711);
try {
	const now = join(import.meta.dirname, '../..');
	const sides = [await fill(before, 0), await fill(now, 1), await fill(before, 2)];
	const table: Rows = {};
	for (const [at, { name, events }] of sides[0]!.calls.entries()) {
		const counts: number[] = [];
		for (const side of sides) counts.push((await countCall(side, at)) / events);
		const [first, second, third] = counts as [number, number, number];
		table[name] = {
			'before, thousand': rounded(first / 1_000),
			'now, thousand': rounded(second / 1_000),
			ratio: { value: rounded(second / first), goal: { at_most: mostRatio } },
			'before beside itself': rounded(third / first),
		};
	}
	reportNote(
		`${calls.counted} calls each in one connection, after ${calls.before} that are not counted.`,
	);
	reportTable('Instructions per event', table);
} finally {
	rmSync(folder, { recursive: true, force: true });
}

/** Fills a database of a checkout, stops its Postgres and returns a copy of its data. */
async function fill(tree: string, at: number): Promise<Filled> {
	const load = <Module>(path: string) => import(join(tree, path)) as Promise<Module>;
	const { startBenchDatabase } =
		await load<typeof import('./database.ts')>('e2e/bench/database.ts');
	const make = await load<typeof import('./requests.ts')>('e2e/bench/requests.ts');
	const database = await startBenchDatabase(1);
	const { admin } = database;
	await make.prepareRequests(admin);
	await admin`create table bench.batches (pool text, n int, reports jsonb, primary key (pool, n))`;
	await admin`grant select on bench.batches to feedback_ingest`;
	const found: Call[] = [];
	for (const [name, { prompts, names, settings }] of Object.entries(ingestPools(make))) {
		const ids = await make.makeSites(admin, sites, prompts, settings);
		await make.makeVisitors(admin, ids, visitorsPerSite, settings !== undefined);
		await make.makeRequests(admin, name, ids, requests, `''`);
		// Not by chance, which would let more events of one side through to the rules.
		await admin`
			update bench.requests
			set name = 'event.' || n % ${names},
				properties = jsonb_build_object('format', 'format-' || n / ${names} % 10, 'pages', 3)
			where pool = ${name}`;
		await make.liftLimits(admin, ids);
		await makeBatches(tree, admin, name);
		found.push(
			{ name, statement: make.reportFrom(name), events: 1 },
			{
				name: `${name}, in batches`,
				statement: `
					select answer.* from bench.batches b, app.report_batch(b.reports) answer
					where b.pool = '${name}' and b.n = $1`,
				events: batchSize,
			},
		);
	}
	// The first event of a name is not on the fast path.
	await admin`update app.event_names set last_seen_at = now()`;
	await analyzeFilled(admin);
	const [row] = await admin`select current_setting('data_directory') as directory`;
	const settings = await admin`
		select setting from pg_db_role_setting s, unnest(s.setconfig) setting
		where s.setrole = 'feedback_ingest'::regrole`;
	await admin`checkpoint`;
	const data = join(folder, String(at));
	copyData(row!['directory'] as string, data);
	await database.stop();
	return { data, settings: settings.map(({ setting }) => setting), calls: found };
}

/** The second half of the requests of a pool, in batches as the function of the checkout sends them. */
async function makeBatches(tree: string, admin: Sql, pool: string): Promise<void> {
	const { reportBatch } = (await import(
		join(tree, 'supabase/functions/sdk/database.ts')
	)) as typeof import('../../supabase/functions/sdk/database.ts');
	const reports = await loadReports(admin, pool, requests / 2);
	const batches: string[] = [];
	// Keeps the argument of the statement instead of sending it.
	const keep = Object.assign(
		(_: TemplateStringsArray, argument: unknown) => {
			batches.push(typeof argument === 'string' ? argument : JSON.stringify(argument));
			return Promise.resolve([]);
		},
		{ json: (value: unknown) => value },
	);
	for (let at = 0; at + batchSize <= reports.length; at += batchSize) {
		const batch = reports.slice(at, at + batchSize);
		await reportBatch(
			keep as never,
			batch.map((report) => ({ ...report, display: mintUuidv7(Date.now()) })),
		);
	}
	await admin`
		insert into bench.batches
		select ${pool}, n - 1, reports::jsonb from unnest(${batches}::text[]) with ordinality made(reports, n)`;
}

/** Instructions of one call. */
async function countCall({ data, settings, calls: all }: Filled, at: number): Promise<number> {
	const run = async (count: number) => {
		const copy = `${data}-run`;
		copyData(data, copy);
		try {
			return await countProcess(copy, [
				...settings.map((setting) => `set ${setting.replace('=', " = '")}'`),
				'set statement_timeout = 0',
				'set role feedback_ingest',
				`prepare counted(int) as ${all[at]!.statement.replace(/\s+/g, ' ')}`,
				...Array.from({ length: count }, (_, n) => `execute counted(${n})`),
			]);
		} finally {
			rmSync(copy, { recursive: true, force: true });
		}
	};
	// Batches have fewer numbers: one counts as many calls as it has events.
	const share = Math.ceil(calls.counted / all[at]!.events);
	const warm = Math.ceil(calls.before / all[at]!.events);
	return ((await run(warm + share)) - (await run(warm))) / share;
}

/** Instructions of a single-user Postgres that runs the statements. */
async function countProcess(data: string, statements: string[]): Promise<number> {
	const { uid, gid } = statSync(data);
	const postgres = [
		...['--single', '-D', data, '-c', 'jit=off', '-c', 'shared_buffers=512MB'],
		...['-c', 'log_min_messages=error', 'postgres'],
	];
	const counting = ['--tool=callgrind', '--callgrind-out-file=/dev/null'];
	const child = spawn('valgrind', [...counting, join(nativeFolder(), 'postgres'), ...postgres], {
		stdio: ['pipe', 'pipe', 'pipe'],
		...(process.getuid!() === 0 && { uid, gid }),
	});
	let said = '';
	child.stdout.resume();
	child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
	child.stdin.end(statements.map((statement) => `${statement}\n`).join(''));
	const [status] = (await once(child, 'close')) as [number | null];
	const count = /Collected : (\d+)/.exec(said)?.[1];
	if (status !== 0 || !count || said.includes('ERROR')) throw new Error(said.slice(-4_000));
	return Number(count);
}

/** Copies the data of a Postgres that has nothing to write; the copy recovers from its log when it starts. */
function copyData(from: string, to: string): void {
	const { status, stderr } = spawnSync('cp', ['--archive', from, to]);
	if (status !== 0) throw new Error(stderr.toString());
	rmSync(join(to, 'postmaster.pid'), { force: true });
}
