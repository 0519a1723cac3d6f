import { flip, isAllZero, measure, type UnitSample, usualGains } from './bets.ts';
import { rejection } from './estimate.ts';
import { pairCapital, type Slopes } from './pair-capital.ts';

/** Whether bets rule out two means together; the second sample is passed flipped. */
export function isOutside(
	first: UnitSample,
	flipped: UnitSample,
	one: number,
	other: number,
): boolean {
	return pairCapital(first, flipped, one, other).value >= rejection;
}

/** The lowest difference of two means that are plausible together. */
export function lowestDifference(one: UnitSample, other: UnitSample): number {
	const flipped = flip(other);
	// No bet "higher" wins on answers that are all the lowest, so only the other mean counts; and so with all the highest.
	if (isAllZero(one.values)) return -findHighestOther(one, flipped, 0.5).mean;
	if (isAllZero(flipped.values)) return -findHighestOther(flipped, one, 0.5).mean;
	return followSlopes(one, other) ?? followTangents(one, other);
}

type Border = {
	/** The highest plausible mean of the other sample. */
	mean: number;
	slopes: Slopes;
};

/** What is plausible of the other mean with a mean of the first sample. */
function findHighestOther(first: UnitSample, flipped: UnitSample, mean: number): Border {
	let [from, to, above] = [0, 1, 0.5];
	for (let step = 0; ; step++) {
		const slopes = pairCapital(first, flipped, mean, above);
		const past = (slopes.value - rejection) / slopes.other;
		// From above, Newton's method never passes the border of a convex function.
		if (step === 60 || to - from < 1e-9 || Math.abs(past) < 1e-9) return { mean: above, slopes };
		if (past < 0) from = above;
		else to = above;
		above -= past;
		if (!(above > from && above < to)) above = (from + to) / 2;
	}
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
	const [first, second] = [measure(one), measure(other)];
	const distance = Math.sqrt((2 * usualGains) / (first.variance + second.variance));
	const { mean, variance } = first;
	return [
		Math.max(mean - variance * distance, mean / 4),
		Math.min(second.mean + second.variance * distance, 1 - (1 - second.mean) / 4),
	];
}

/** A difference with the slope by which it changes with the mean of the first sample. */
type Tangent = { mean: number; difference: number; slope: number };

/** How far above the lowest difference a result may be. */
const tolerance = 1e-9;

/**
 * The lowest difference by tangents. With a mean of the first sample, the lowest difference is convex, so it is nowhere
 * below its tangents: the next mean is where those from both sides meet. With very many answers, it has corners,
 * where Newton's method goes astray and two tangents meet at once.
 */
function followTangents(one: UnitSample, other: UnitSample): number {
	const flipped = flip(other);
	let left: Tangent | undefined;
	let right: Tangent | undefined;
	let least = Infinity;
	/** No mean up to here is plausible, whatever the other. */
	let from = 0;
	let [mean] = guessBorder(one, other);
	for (let step = 0; step < 100; step++) {
		if (isOutside(one, flipped, mean, Number.MIN_VALUE)) from = mean;
		else {
			const { mean: highest, slopes } = findHighestOther(one, flipped, mean);
			const tangent = { mean, difference: mean - highest, slope: 1 + slopes.one / slopes.other };
			least = Math.min(least, tangent.difference);
			if (tangent.slope < 0) left = tangent;
			else right = tangent;
		}
		if (left && right) {
			mean = meet(left, right);
			const bound = left.difference + left.slope * (mean - left.mean);
			if (least - bound < tolerance || !(mean > left.mean && mean < right.mean)) break;
		} else {
			const [lowest, highest] = [left?.mean ?? from, right?.mean ?? 1];
			if (highest - lowest < tolerance) break;
			mean = (lowest + highest) / 2;
		}
	}
	return least;
}

/** The mean where two tangents meet. */
function meet(left: Tangent, right: Tangent): number {
	const apart =
		right.difference - right.slope * right.mean - left.difference + left.slope * left.mean;
	return apart / (left.slope - right.slope);
}
