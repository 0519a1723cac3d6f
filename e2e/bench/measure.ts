// Runs one statement on some connections for a while, and returns how often it ran and the CPU time of the backends.
// Linux only: it reads /proc.
import { readFileSync } from 'node:fs';

import type { Sql } from 'postgres';

import { median } from './median.ts';

/** `$1` in the statement is the number of a request; the requests of a pool are used in order, repeatedly. */
export type Variant = {
	name: string;
	statement: string;
	pool: string;
	requests: number;
	/** Sends requests by number over all connections together, instead of running the statement on each connection. */
	open?(lanes: Sql[]): (number: number) => Promise<unknown>;
};
export type Figure = { rate: number; cpu: number };

const runs = Number(process.env['BENCH_RUNS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 1);

/** The number of used requests of each pool. */
const used = new Map<string, number>();

/** Medians of several runs, in which the variants take turns: calls per second, and microseconds of CPU per call. */
export async function compare(variants: Variant[], lanes: Sql[]): Promise<Map<string, Figure>> {
	const figures = new Map<string, Figure[]>(variants.map(({ name }) => [name, []]));
	// The first calls of a connection create its query plans.
	for (const variant of variants) await measure(variant, lanes);
	for (let run = 0; run < runs; run++) {
		for (const variant of variants) {
			figures.get(variant.name)!.push(await measure(variant, lanes));
		}
	}
	return new Map(
		Array.from(figures, ([name, found]) => [
			name,
			{ rate: median(found.map((f) => f.rate)), cpu: median(found.map((f) => f.cpu)) },
		]),
	);
}

/** Runs the statement on all connections for a second or `BENCH_SECONDS`, or until `most` calls. */
export async function measure(
	{ statement, pool, requests, open }: Variant,
	lanes: Sql[],
	most?: number,
): Promise<Figure> {
	const pids = await Promise.all(
		lanes.map(async (sql) => (await sql`select pg_backend_pid() as pid`)[0]!['pid'] as number),
	);
	const together = open?.(lanes);
	const spent = () => pids.reduce((sum, pid) => sum + cpuNanoseconds(pid), 0);
	const before = spent();
	const started = performance.now();
	const until = started + seconds * 1_000;
	let begun = 0;
	const goesOn = () => (most ? begun < most : performance.now() < until);
	const counts = await Promise.all(
		lanes.map(async (sql) => {
			let count = 0;
			for (; goesOn(); count++) {
				begun++;
				const number = used.get(pool) ?? 0;
				used.set(pool, number + 1);
				const at = number % requests;
				await (together?.(at) ?? sql.unsafe(statement, [at], { prepare: true }));
			}
			return count;
		}),
	);
	const calls = counts.reduce((sum, count) => sum + count, 0);
	return {
		rate: (calls * 1_000) / (performance.now() - started),
		cpu: (spent() - before) / 1_000 / calls,
	};
}

/** CPU time that a process has used. */
export function cpuNanoseconds(pid: number): number {
	return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
}

/** A figure to two decimals. */
export function rounded(value: number): number {
	return Number(value.toFixed(2));
}
