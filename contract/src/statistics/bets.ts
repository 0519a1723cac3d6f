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

/**
 * The logarithm of each stake's value after all answers, if each answer x multiplies it by 1 + stake · (x / mean - 1).
 * When the true mean is `mean` or less, no stake can be expected to grow. The order of the answers is irrelevant, and
 * each result falls as `mean` rises.
 */
export function logCapitals({ values, counts }: UnitSample, mean: number): number[] {
	// A mean at the end of the scale is plausible only if all answers are there.
	if (mean === 0) return stakes.map(() => (values.some((value) => value > 0) ? Infinity : 0));
	return stakes.map((stake) => {
		let sum = 0;
		for (let at = 0; at < values.length; at++) {
			sum += counts[at]! * Math.log1p(stake * (values[at]! / mean - 1));
		}
		return sum;
	});
}

/** The logarithm of the sum of powers, without overflow. */
export function logSum(logarithms: readonly number[]): number {
	const most = Math.max(...logarithms);
	if (!Number.isFinite(most)) return most;
	let sum = 0;
	for (const one of logarithms) sum += Math.exp(one - most);
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

const golden = (Math.sqrt(5) - 1) / 2;

/**
 * The least value between 0 and 1 of a convex function that may be infinite below some point, found to a ten-millionth
 * of the range. Ends early at a value for which `isLowEnough` is true.
 */
export function findMinimum(
	of: (at: number) => number,
	isLowEnough: (value: number) => boolean = () => false,
): number {
	let [from, to] = [0, 1];
	let [left, right] = [1 - golden, golden];
	let [atLeft, atRight] = [of(left), of(right)];
	let least = Math.min(atLeft, atRight);
	for (let step = 0; step < 32 && !isLowEnough(least); step++) {
		if (atLeft < atRight) {
			[to, right, atRight] = [right, left, atLeft];
			left = to - golden * (to - from);
			atLeft = of(left);
		} else {
			[from, left, atLeft] = [left, right, atRight];
			right = from + golden * (to - from);
			atRight = of(right);
		}
		least = Math.min(least, atLeft, atRight);
	}
	return least;
}

/** Whether a sample has any answer. */
export function isEmpty(sample: Sample): boolean {
	return countSample(sample) === 0;
}
