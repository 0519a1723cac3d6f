import { countSample, type Sample } from './sample.ts';

/**
 * Shares of the capital that are bet on "the mean is higher": from nearly all, for few answers and large differences,
 * to very little, for a million answers.
 */
export const stakes: readonly number[] = Array.from({ length: 16 }, (_, at) => 0.995 / 1.6 ** at);

/** Answers between 0, the lowest value of the scale, and 1, with their counts. */
export type UnitSample = { values: number[]; counts: number[] };

/** Logarithm of what the best bets have won, about, where they rule out a mean: the start of a search. */
export const usualGains = 8;

/** A sample moved to the scale from 0 to 1. */
export function toUnit({ counts, min, max }: Sample): UnitSample {
	const given = [...counts].filter(([, count]) => count > 0);
	return {
		values: given.map(([value]) => (value - min) / (max - min)),
		counts: given.map(([, count]) => count),
	};
}

/** The same sample counted from the other end of the scale. */
export function flip({ values, counts }: UnitSample): UnitSample {
	return { values: values.map((value) => 1 - value), counts };
}

/** Whether all answers are at the lower end of the scale. */
export function isAllZero(values: readonly number[]): boolean {
	return values.every((value) => value === 0);
}

/** The mean of a sample that has answers. */
export function unitMean({ values, counts }: UnitSample): number {
	let [sum, answers] = [0, 0];
	for (let at = 0; at < values.length; at++) {
		sum += values[at]! * counts[at]!;
		answers += counts[at]!;
	}
	return sum / answers;
}

/** The mean, and the variance of a mean of so many answers, which is above zero. */
export function measure(sample: UnitSample): { mean: number; variance: number } {
	const mean = unitMean(sample);
	let [squares, answers] = [0, 0];
	for (const [at, value] of sample.values.entries()) {
		squares += sample.counts[at]! * (value - mean) ** 2;
		answers += sample.counts[at]!;
	}
	return { mean, variance: (squares / answers + 0.25 / answers) / answers };
}

/** Whether a sample has any answer. */
export function isEmpty(sample: Sample): boolean {
	return countSample(sample) === 0;
}
