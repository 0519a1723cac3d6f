// Compares the cost of calls to the database with another checkout, such as a release: CPU per call, interleaved
// pairs. Each checkout has its own Postgres with its own migrations. Both make the same number of calls, and neither
// has work in the background: an autovacuum or a checkpoint of one Postgres would slow the other, and change the
// plans of only one.
import { join } from 'node:path';

import type { Sql } from 'postgres';

import { type BenchDatabase } from './database.ts';
import { median } from './median.ts';
import { measure, type Variant } from './measure.ts';
import { analyzeFilled } from './requests.ts';

/** The script that fills a database; each checkout has its own, which fits its tables. */
export type Requests = typeof import('./requests.ts');

/** A variant, the connections that it uses, the calls of one measurement, and the calls before the first one. */
export type Case = Variant & { clients: number; calls: number; callsBefore: number };

type Side = { database: BenchDatabase; cases: Case[] };

/** The number of interleaved pairs: `BENCH_RUNS`, by default 10. */
export const pairs = Number(process.env['BENCH_RUNS'] ?? 10);

/**
 * Fills a database of the checkout that `BENCH_BEFORE` names, and one of this checkout, measures each case in both
 * and prints a table. `tree` is the folder of the checkout that is filled.
 */
export async function compareCheckouts(
	fill: (admin: Sql, requests: Requests, tree: string) => Promise<Case[]>,
): Promise<void> {
	const before = process.env['BENCH_BEFORE'];
	if (!before)
		throw new Error('BENCH_BEFORE must name another checkout, with its packages installed.');
	await using cleanup = new AsyncDisposableStack();
	const prepare = async (tree: string): Promise<Side> => {
		const load = <Module>(name: string) => import(join(tree, 'e2e/bench', name)) as Promise<Module>;
		const { startBenchDatabase } = await load<typeof import('./database.ts')>('database.ts');
		const requests = await load<Requests>('requests.ts');
		const database = await startBenchDatabase(16);
		cleanup.defer(() => database.stop());
		await requests.prepareRequests(database.admin);
		const cases = await fill(database.admin, requests, tree);
		await settle(database.admin);
		return { database, cases };
	};
	const one = await prepare(before);
	const other = await prepare(join(import.meta.dirname, '../..'));
	const table: Record<string, Record<string, string>> = {};
	for (const [at, { name }] of one.cases.entries()) {
		const costs = await compare(at, one, other);
		table[name] = {
			'before, µs': median(costs.map(([cost]) => cost)).toFixed(1),
			'now, µs': median(costs.map(([, cost]) => cost)).toFixed(1),
			'median ratio': median(costs.map(([old, now]) => now / old)).toFixed(3),
		};
	}
	console.log(`CPU per call, ${pairs} interleaved pairs of the same number of calls, medians`);
	console.table(table);
}

async function settle(admin: Sql): Promise<void> {
	await analyzeFilled(admin);
	await admin`alter system set autovacuum = off`;
	await admin`alter system set checkpoint_timeout = '1h'`;
	await admin`select pg_reload_conf()`;
}

/** CPU in microseconds per call: before, and now. */
async function compare(at: number, one: Side, other: Side): Promise<[number, number][]> {
	const run = async ({ database, cases }: Side, before = false) => {
		const { clients, calls, callsBefore, ...variant } = cases[at]!;
		const lanes = database.lanes.slice(0, clients);
		return (await measure(variant, lanes, before ? callsBefore : calls)).cpu;
	};
	for (const side of [one, other]) {
		await run(side, true);
		await side.database.admin`vacuum (analyze) app.events`;
		await side.database.admin`checkpoint`;
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
