// Compares the cost of an event in the database with another checkout, such as a release, on sites that use no new
// features: CPU per event, interleaved pairs. Each checkout has its own Postgres with its own migrations. Both record
// the same number of events, and neither has work in the background: an autovacuum or a checkpoint of one Postgres
// would slow the other, and change the plans of only one.
// Run it with: BENCH_BEFORE=<another checkout> npx node e2e/bench/ingest-beside.ts
import { join } from 'node:path';

import { makeBatchedVariant } from './batched-variant.ts';
import { type BenchDatabase } from './database.ts';
import { median } from './median.ts';
import { measure, type Variant } from './measure.ts';
import { analyzeFilled } from './requests.ts';

const before = process.env['BENCH_BEFORE'];
if (!before)
	throw new Error('BENCH_BEFORE must name another checkout, with its packages installed.');

const pairs = Number(process.env['BENCH_RUNS'] ?? 10);
const clients = 4;
const sites = 10;
const visitorsPerSite = 2_000;
const requests = 100_000;
/** Number of requests for the batches, which are sent repeatedly under new IDs. */
const templates = 20_000;
/** Events per measurement, and events stored before the first measurement. */
const events = 3_000;
const filledBefore = 10_000;

type Side = { database: BenchDatabase; variants: Variant[] };

const cleanup = new AsyncDisposableStack();
try {
	const one = await prepare(before);
	const other = await prepare(join(import.meta.dirname, '../..'));
	const table: Record<string, Record<string, string>> = {};
	for (const [at, { name }] of one.variants.entries()) {
		const costs = await compare(at, one, other);
		table[name] = {
			'before, µs': median(costs.map(([cost]) => cost)).toFixed(1),
			'now, µs': median(costs.map(([, cost]) => cost)).toFixed(1),
			'median ratio': median(costs.map(([old, now]) => now / old)).toFixed(3),
		};
	}
	console.log(
		`CPU per event, ${clients} clients, ${pairs} interleaved pairs of ${events} events, medians`,
	);
	console.table(table);
} finally {
	await cleanup.disposeAsync();
}

async function prepare(tree: string): Promise<Side> {
	const load = <Module>(name: string) => import(join(tree, 'e2e/bench', name)) as Promise<Module>;
	const { startBenchDatabase } = await load<typeof import('./database.ts')>('database.ts');
	const make = await load<typeof import('./requests.ts')>('requests.ts');
	const database = await startBenchDatabase(clients);
	cleanup.defer(() => database.stop());
	const { admin } = database;
	await make.prepareRequests(admin);
	const full = make.demandingSettings;
	const pools = {
		'10 prompts': [await make.makeSites(admin, sites, make.rejectingPrompts(10, 10)), 10],
		'10 prompts, every rule': [
			await make.makeSites(admin, sites, make.demandingPrompts(10, 10), full),
			10,
		],
		'1,000 over 50 names, judged': [
			await make.makeSites(admin, sites, make.demandingPrompts(1_000, 50, true), full),
			50,
		],
	} as const;
	const variants: Variant[] = [];
	for (const [name, [ids, names]] of Object.entries(pools)) {
		const signedIn = name !== '10 prompts';
		await make.makeVisitors(admin, [...ids], visitorsPerSite, signedIn);
		const eventName = `'event.' || floor(random() * ${names})::int`;
		await make.makeRequests(admin, name, [...ids], requests + templates, eventName);
		variants.push(
			{ name, statement: make.reportFrom(name), pool: `${tree} ${name}`, requests },
			await makeBatchedVariant(admin, name, name, requests, templates),
		);
	}
	await analyzeFilled(admin);
	await admin`alter system set autovacuum = off`;
	await admin`alter system set checkpoint_timeout = '1h'`;
	await admin`select pg_reload_conf()`;
	return { database, variants };
}

/** CPU in microseconds per event: before, and now. */
async function compare(at: number, one: Side, other: Side): Promise<[number, number][]> {
	const run = async ({ database, variants }: Side) =>
		(await measure(variants[at]!, database.lanes, events)).cpu;
	for (const { database, variants } of [one, other]) {
		await measure(variants[at]!, database.lanes, filledBefore);
		await database.admin`vacuum (analyze) app.events`;
		await database.admin`checkpoint`;
	}
	// The first calls of a connection create its query plans.
	await run(one);
	await run(other);
	const costs: [number, number][] = [];
	for (let pair = 0; pair < pairs; pair++) {
		// Alternate the order, so that neither checkout always runs second.
		const reversed = pair % 2 === 1;
		const first = await run(reversed ? other : one);
		const second = await run(reversed ? one : other);
		costs.push(reversed ? [second, first] : [first, second]);
	}
	return costs;
}
