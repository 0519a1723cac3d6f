/** Number of answers per value. */
export type ValueCounts = ReadonlyMap<number, number>;

/** Answers as numbers of a scale that has two ends. */
export type Sample = { counts: ValueCounts; min: number; max: number };

/** An estimate and the interval around it. */
export type Estimate = { value: number; low: number; high: number };

/**
 * Counts the answers of a sample.
 *
 * @example
 * countSample({ counts: new Map([[4, 3], [5, 5]]), min: 1, max: 5 }); // 8
 */
export function countSample({ counts }: Sample): number {
	let answers = 0;
	for (const count of counts.values()) answers += count;
	return answers;
}

/** The mean of a sample; NaN without answers. */
export function meanOf({ counts }: Sample): number {
	let answers = 0;
	let sum = 0;
	for (const [value, count] of counts) {
		answers += count;
		sum += value * count;
	}
	return sum / answers;
}
