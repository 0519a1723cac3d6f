import type { Sample, ValueCounts } from './sample.ts';

/** The groups of the Net Promoter Score, by the scores from 0 to 10. */
export const npsGroups = {
	promoters: { from: 9, to: 10 },
	passives: { from: 7, to: 8 },
	detractors: { from: 0, to: 6 },
};

/**
 * Maps the answers 0 to 10 so that their mean is the Net Promoter Score: promoters (9 and 10) to 100, detractors
 * (0 to 6) to -100.
 *
 * @example
 * meanOf(sampleNps(new Map([[10, 6], [8, 2], [3, 2]]))); // 40
 */
export function sampleNps(scores: ValueCounts): Sample {
	const { promoters, detractors } = npsGroups;
	const toMark = (score: number) =>
		score >= promoters.from ? 100 : score <= detractors.to ? -100 : 0;
	return { counts: regroup(scores, toMark), min: -100, max: 100 };
}

/**
 * The lowest rating that counts as satisfied: the second highest, and of three ratings the highest, because the middle
 * one is neutral. Undefined for thumbs (two ratings): they have a share of thumbs up, not a satisfaction score.
 *
 * @example
 * satisfiedFrom(5); // 4
 */
export function satisfiedFrom(scale: number): number | undefined {
	if (scale === 2) return undefined;
	return scale === 3 ? 3 : scale - 1;
}

/**
 * The highest rating that counts among the lowest, which mirror the satisfied ones: the second lowest, and of two or
 * three ratings the lowest.
 *
 * @example
 * lowestTo(5); // 2
 */
export function lowestTo(scale: number): number {
	return scale <= 3 ? 1 : 2;
}

/**
 * Maps ratings so that their mean is the share of satisfied ones: the customer satisfaction score (CSAT). Undefined for
 * a scale that has none.
 *
 * @example
 * meanOf(sampleTopTwo(new Map([[5, 2], [4, 1], [3, 1]]), 5)!); // 0.75
 */
export function sampleTopTwo(ratings: ValueCounts, scale: number): Sample | undefined {
	const least = satisfiedFrom(scale);
	return least === undefined
		? undefined
		: { counts: regroup(ratings, (rating) => (rating >= least ? 1 : 0)), min: 0, max: 1 };
}

/** Maps thumbs (ratings 1 and 2) so that their mean is the share of thumbs up. */
export function sampleThumbsUp(ratings: ValueCounts): Sample {
	return { counts: regroup(ratings, (rating) => rating - 1), min: 0, max: 1 };
}

/** Uses ratings from 1 to `scale` unchanged. */
export function sampleRatings(ratings: ValueCounts, scale: number): Sample {
	return { counts: ratings, min: 1, max: scale };
}

/**
 * Maps hits and misses so that their mean is the share of hits.
 *
 * @example
 * meanOf(sampleShare(3, 10)); // 0.3
 */
export function sampleShare(hits: number, all: number): Sample {
	return {
		counts: new Map([
			[1, hits],
			[0, all - hits],
		]),
		min: 0,
		max: 1,
	};
}

function regroup(counts: ValueCounts, toValue: (given: number) => number): ValueCounts {
	const grouped = new Map<number, number>();
	for (const [given, count] of counts) {
		const value = toValue(given);
		grouped.set(value, (grouped.get(value) ?? 0) + count);
	}
	return grouped;
}
