import { flip, isEmpty, toUnit, unitMean, type UnitSample } from './bets.ts';
import { rejection } from './estimate.ts';
import { isOutside, lowestDifference } from './lowest-difference.ts';
import { pairCapital } from './pair-capital.ts';
import { meanOf, type Estimate, type Sample } from './sample.ts';

/**
 * Computes how much higher the mean of `one` is than that of `other`, with its 95% confidence sequence;
 * `null` if either has no answers. Both have the same scale.
 *
 * Two means are outside together when bets against both, "higher" on one and "lower" on the other, would have turned 1
 * into 40. Answers of the two samples may arrive in any order, and one sample may have ended long ago. The interval
 * contains every difference of two means that are not outside.
 *
 * @example
 * compareSamples(sampleNps(pro), sampleNps(free)); // { value: 22, low: 12.…, high: 31.… }
 */
export function compareSamples(one: Sample, other: Sample): Estimate | null {
	if (isEmpty(one) || isEmpty(other)) return null;
	const range = one.max - one.min;
	const [first, second] = [toUnit(one), toUnit(other)];
	const value = meanOf(one) - meanOf(other);
	return {
		value,
		low: Math.min(value, range * lowestDifference(first, second)),
		high: Math.max(value, -range * lowestDifference(second, first)),
	};
}

/** Whether the means of two samples differ, by the interval of `compareSamples`. */
export function isDifferent(one: Sample, other: Sample): boolean {
	if (isEmpty(one) || isEmpty(other)) return false;
	const [first, second] = [toUnit(one), toUnit(other)];
	return isHigher(first, second) || isHigher(second, first);
}

/**
 * Whether bets against these two means have not won enough to rule out the two together. If so, the interval of
 * `compareSamples` contains their difference. Neither mean is an end of the scale.
 */
export function arePlausible(one: Sample, other: Sample, means: [number, number]): boolean {
	const [first, second] = [toUnit(one), toUnit(other)];
	const [low, high] = means.map((mean) => (mean - one.min) / (one.max - one.min)) as [
		number,
		number,
	];
	return !isOutside(first, flip(second), low, high) && !isOutside(second, flip(first), high, low);
}

/** Whether no common mean is plausible for both. */
function isHigher(one: UnitSample, other: UnitSample): boolean {
	const [first, second] = [unitMean(one), unitMean(other)];
	if (first <= second) return false;
	const flipped = flip(other);
	let [from, to, mean] = [0, 1, (first + second) / 2];
	// The least capital of all common means, by Newton's method, or by halving where that leaves the bracket.
	for (let step = 0; step < 60; step++) {
		const capital = pairCapital(one, flipped, mean, mean);
		if (capital.value < rejection) return false;
		const slope = capital.one + capital.other;
		const farthest = slope > 0 ? from : to;
		// A convex function is nowhere below its tangent.
		if (capital.value + slope * (farthest - mean) >= rejection) return true;
		if (slope > 0) to = mean;
		else from = mean;
		mean -= slope / (capital.oneOne + 2 * capital.oneOther + capital.otherOther);
		if (!(mean > from && mean < to)) mean = (from + to) / 2;
	}
	return true;
}
