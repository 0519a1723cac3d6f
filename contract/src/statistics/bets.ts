import { countSample, type Sample } from './sample.ts';

/**
 * Shares of the capital that are bet on "the mean is higher": from nearly all, for few answers and large differences,
 * to very little, for a million answers.
 */
export const stakes: readonly number[] = Array.from({ length: 16 }, (_, at) => 0.995 / 1.6 ** at);

/** Answers between 0, the lowest value of the scale, and 1, with their counts. */
export type UnitSample = { values: number[]; counts: number[] };

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

/** What an answer of 0 adds to the logarithm of each stake's value, whatever the mean. */
export const ofZero = stakes.map((stake) => Math.log1p(-stake));

/**
 * The logarithm of a stake's value after all answers, if each answer x multiplies it by 1 + stake · (x / mean - 1).
 * When the true mean is `mean` or less, no stake can be expected to grow. The order of the answers is irrelevant, and
 * the result falls as `mean` rises.
 *
 * @param at position of the stake in `stakes`
 */
function logCapital({ values, counts }: UnitSample, mean: number, at: number): number {
	// A mean at the end of the scale is plausible only if all answers are there.
	if (mean === 0) return isAllZero(values) ? 0 : Infinity;
	const stake = stakes[at]!;
	let sum = 0;
	for (let n = 0; n < values.length; n++) {
		const value = values[n]!;
		sum += counts[n]! * (value === 0 ? ofZero[at]! : Math.log1p(stake * (value / mean - 1)));
	}
	return sum;
}

/** Whether all answers are at the lower end of the scale. */
export function isAllZero(values: readonly number[]): boolean {
	return values.every((value) => value === 0);
}

/** `logCapital` of each stake. */
export function logCapitals(sample: UnitSample, mean: number): number[] {
	return stakes.map((_, at) => logCapital(sample, mean, at));
}

/** The logarithm of the sum of powers, without overflow. */
export function logSum(logarithms: ArrayLike<number>): number {
	let most = -Infinity;
	for (let at = 0; at < logarithms.length; at++) most = Math.max(most, logarithms[at]!);
	if (!Number.isFinite(most)) return most;
	let sum = 0;
	// What is far below the largest does not change the sum, and with many answers most are.
	for (let at = 0; at < logarithms.length; at++) {
		const below = logarithms[at]! - most;
		if (below > -50) sum += Math.exp(below);
	}
	return most + Math.log(sum);
}

/**
 * The largest number from `low` to `high` for which `holds` is true, to eight digits. `holds` must be true below some
 * point and false above it.
 */
export function bisect(holds: (at: number) => boolean, low = 0, high = 1): number {
	for (let step = 0; step < 26; step++) {
		const middle = (low + high) / 2;
		if (holds(middle)) low = middle;
		else high = middle;
	}
	return low;
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

/** Whether a sample has any answer. */
export function isEmpty(sample: Sample): boolean {
	return countSample(sample) === 0;
}
