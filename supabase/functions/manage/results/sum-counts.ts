import type { ValueCounts } from '@feedback/contract';

import type { ValueCount } from './count-answers.ts';

/**
 * Sums the counts per value over all versions and days, in a fixed order, so that sums are the same to the
 * last digit.
 */
export function sumCounts(values: readonly ValueCount[]): Map<string, number> {
	const sums = new Map<string, number>();
	for (const { value, count } of values) sums.set(value, (sums.get(value) ?? 0) + count);
	return new Map([...sums].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The values that are scores, as numbers. */
export function readScores(counts: ReadonlyMap<string, number>): ValueCounts {
	return new Map(
		[...counts].flatMap(([value, count]) => (/^\d+$/.test(value) ? [[Number(value), count]] : [])),
	);
}
