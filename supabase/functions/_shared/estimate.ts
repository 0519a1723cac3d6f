/** An estimate with its 95 % confidence interval. */
export type Estimate = { value: number; low: number; high: number };

const z95 = 1.959964;

/**
 * The mean of `values` by how often each was given, between `min` and `max`; `null` without any.
 *
 * The interval is Student's, with one answer at either end of the scale added to what was given: few answers
 * never look certain, not even when they are equal, and many hardly notice.
 *
 * @example
 * estimateMean(new Map([[4, 3], [5, 5]]), 1, 5); // { value: 4.625, low: 3.4…, high: 5 }
 */
export function estimateMean(
	counts: ReadonlyMap<number, number>,
	min: number,
	max: number,
): Estimate | null {
	let answers = 0;
	let sum = 0;
	for (const [given, count] of counts) {
		answers += count;
		sum += given * count;
	}
	if (answers === 0) return null;
	const value = sum / answers;
	const all = answers + 2;
	const middle = (sum + min + max) / all;
	let squares = (min - middle) ** 2 + (max - middle) ** 2;
	for (const [given, count] of counts) squares += count * (given - middle) ** 2;
	const half = (studentT95(all - 1) * Math.sqrt(squares / (all - 1))) / Math.sqrt(all);
	return {
		value,
		low: Math.max(min, Math.min(value, middle - half)),
		high: Math.min(max, Math.max(value, middle + half)),
	};
}

/**
 * The Net Promoter Score, from -100 to 100, of the answers 0 to 10 by how often each was given; `null`
 * without any. The interval is an adjusted Wald with three answers added (¾ promoter, 1½ passive,
 * ¾ detractor), which holds for few answers too (Rocks 2016).
 *
 * @example
 * estimateNps(new Map([[10, 6], [8, 2], [3, 2]])); // { value: 40, low: -17.3…, high: 79.0… }
 */
export function estimateNps(counts: ReadonlyMap<number, number>): Estimate | null {
	let promoters = 0;
	let detractors = 0;
	let answers = 0;
	for (const [score, count] of counts) {
		answers += count;
		if (score >= 9) promoters += count;
		else if (score <= 6) detractors += count;
	}
	if (answers === 0) return null;
	const value = (100 * (promoters - detractors)) / answers;
	const all = answers + 3;
	const up = (promoters + 0.75) / all;
	const down = (detractors + 0.75) / all;
	const half = 100 * z95 * Math.sqrt((up + down - (up - down) ** 2) / all);
	const middle = 100 * (up - down);
	return {
		value,
		low: Math.max(-100, Math.min(value, middle - half)),
		high: Math.min(100, Math.max(value, middle + half)),
	};
}

/** The 97.5 % point of Student's t, by Cornish and Fisher; exact below three degrees of freedom. */
export function studentT95(freedom: number): number {
	if (freedom === 1) return 12.7062;
	if (freedom === 2) return 4.30265;
	const z = z95;
	return (
		z +
		(z ** 3 + z) / (4 * freedom) +
		(5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
		(3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
	);
}
