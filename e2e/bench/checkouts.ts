// Compares the cost of calls to the database with another checkout, such as a release: CPU per call, interleaved
// pairs. Each checkout has its own Postgres with its own migrations. Both make the same number of calls, and neither
// has work in the background: an autovacuum or a checkpoint of one Postgres would slow the other, and change the
// plans of only one.
import { join } from 'node:path';

import type { Sql } from 'postgres';

import type { Rows } from '../prove/figure.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { type BenchDatabase } from './database.ts';
import { median } from './median.ts';
import { measure, rounded, type Variant } from './measure.ts';
import { analyzeFilled } from './requests.ts';

/** The script that fills a database; each checkout has its own, which fits its tables. */
export type Requests = typeof import('./requests.ts');

/** A variant, the connections that it uses, the calls of one measurement, and the calls before the first one. */
export type Case = Variant & { clients: number; calls: number; callsBefore: number };

type Side = { database: BenchDatabase; cases: Case[] };

/** The bench cannot show less than about three percent. */
const mostRatio = 1.03;

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
	const sides = [
		await prepare(before),
		await prepare(join(import.meta.dirname, '../..')),
		// The other checkout beside itself shows how far the ratio of two equal databases is from 1.
		await prepare(before),
	];
	const table: Rows = {};
	for (const [at, { name }] of sides[0]!.cases.entries()) {
		const costs = await compare(at, sides);
		const ratio = (side: number) => rounded(median(costs.map((one) => one[side]! / one[0]!)));
		table[name] = {
			'before, µs': rounded(median(costs.map((one) => one[0]!))),
			'now, µs': rounded(median(costs.map((one) => one[1]!))),
			'median ratio': { value: ratio(1), goal: { at_most: mostRatio } },
			'before beside itself': ratio(2),
		};
	}
	reportNote(`${pairs} interleaved runs of the same number of calls, medians.`);
	reportTable('CPU per call', table);
}

async function settle(admin: Sql): Promise<void> {
	await analyzeFilled(admin);
	await admin`alter system set autovacuum = off`;
	await admin`alter system set checkpoint_timeout = '1h'`;
	await admin`select pg_reload_conf()`;
}

/** CPU in microseconds per call of each side, for each interleaved run. */
async function compare(at: number, sides: Side[]): Promise<number[][]> {
	const run = async ({ database, cases }: Side, before = false) => {
		const { clients, calls, callsBefore, ...variant } = cases[at]!;
		const lanes = database.lanes.slice(0, clients);
		return (await measure(variant, lanes, before ? callsBefore : calls)).cpu;
	};
	for (const side of sides) {
		await run(side, true);
		await side.database.admin`vacuum (analyze) app.events`;
		await side.database.admin`checkpoint`;
	}
	// The first calls of a connection create its query plans.
	for (const side of sides) await run(side);
	const costs: number[][] = [];
	for (let pair = 0; pair < pairs; pair++) {
		const order = [...sides.keys()];
		// Alternate the order, so that no side always runs last.
		if (pair % 2 === 1) order.reverse();
		const row: number[] = [];
		for (const side of order) row[side] = await run(sides[side]!);
		costs.push(row);
	}
	return costs;
}
