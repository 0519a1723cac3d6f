import { findMinimum, flip, isAllZero, isEmpty, toUnit, type UnitSample } from './bets.ts';
import { missRate } from './estimate.ts';
import { pairCapital } from './pair-capital.ts';
import { meanOf, type Estimate, type Sample } from './sample.ts';

const rejection = Math.log(2 / missRate);

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

function isOutside(first: UnitSample, flipped: UnitSample, one: number, other: number): boolean {
	return pairCapital(first, flipped, one, other).value >= rejection;
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

/** The lowest difference of two means that are plausible together. */
function lowestDifference(one: UnitSample, other: UnitSample): number {
	const flipped = flip(other);
	// No bet "higher" wins on answers that are all the lowest, so only the other mean counts; and so with all the highest.
	if (isAllZero(one.values)) return -highestOther(one, flipped, 0.5);
	if (isAllZero(flipped.values)) return -highestOther(flipped, one, 0.5);
	return (
		followSlopes(one, other) ??
		findMinimum((mean) =>
			isOutside(one, flipped, mean, 0) ? Infinity : mean - highestOther(one, flipped, mean),
		)
	);
}

/** For a mean of the first sample, the highest plausible one of the other. */
function highestOther(first: UnitSample, flipped: UnitSample, mean: number): number {
	let [from, to, above] = [0, 1, 0.5];
	for (let step = 0; step < 60 && to - from > 1e-9; step++) {
		const { value, other } = pairCapital(first, flipped, mean, above);
		const past = (value - rejection) / other;
		if (past < 0) from = above;
		else to = above;
		// From above, Newton's method never passes the border of a convex function.
		if (Math.abs(past) < 1e-9) break;
		above -= past;
		if (!(above > from && above < to)) above = (from + to) / 2;
	}
	return above;
}

/**
 * The lowest difference by Newton's method: on the border of what is plausible, the capital changes as much with one
 * mean as with the other. Such a point is the lowest, because the capital is convex. `undefined` when none was reached.
 */
function followSlopes(one: UnitSample, other: UnitSample): number | undefined {
	const flipped = flip(other);
	let [low, high] = guessBorder(one, other);
	for (let step = 0; step < 30; step++) {
		const { value, ...slopes } = pairCapital(one, flipped, low, high);
		const gaps = [value - rejection, slopes.one + slopes.other] as const;
		const [byLow, byHigh] = [slopes.oneOne + slopes.oneOther, slopes.oneOther + slopes.otherOther];
		const determinant = slopes.one * byHigh - slopes.other * byLow;
		const stepLow = (slopes.other * gaps[1] - gaps[0] * byHigh) / determinant;
		const stepHigh = (gaps[0] * byLow - slopes.one * gaps[1]) / determinant;
		if (Math.max(Math.abs(stepLow), Math.abs(stepHigh)) < 1e-9)
			return slopes.one < 0 && slopes.other > 0 ? low - high : undefined;
		// A step towards an end of the scale goes nine tenths of the way at most.
		const part = Math.min(
			1,
			stepLow < 0 ? (0.9 * low) / -stepLow : (0.9 * (1 - low)) / stepLow,
			stepHigh > 0 ? (0.9 * (1 - high)) / stepHigh : (0.9 * high) / -stepHigh,
		);
		// Also false for NaN.
		if (!(part > 1e-6)) return undefined;
		low += part * stepLow;
		high += part * stepHigh;
	}
	return undefined;
}

/** Two means near the border, as if the answers were normally distributed. */
function guessBorder(one: UnitSample, other: UnitSample): [low: number, high: number] {
	const [first, second] = [describe(one), describe(other)];
	// Such bets have to win about this much when their stake is known.
	const distance = Math.sqrt((2 * 8) / (first.variance + second.variance));
	const { mean, variance } = first;
	return [
		Math.max(mean - variance * distance, mean / 4),
		Math.min(second.mean + second.variance * distance, 1 - (1 - second.mean) / 4),
	];
}

/** The mean, and the variance of a mean of so many answers, which is above zero. */
function describe(sample: UnitSample): { mean: number; variance: number } {
	const mean = unitMean(sample);
	let [squares, answers] = [0, 0];
	for (const [at, value] of sample.values.entries()) {
		squares += sample.counts[at]! * (value - mean) ** 2;
		answers += sample.counts[at]!;
	}
	return { mean, variance: (squares / answers + 0.25 / answers) / answers };
}

function unitMean({ values, counts }: UnitSample): number {
	let [sum, answers] = [0, 0];
	for (let at = 0; at < values.length; at++) {
		sum += values[at]! * counts[at]!;
		answers += counts[at]!;
	}
	return sum / answers;
}
