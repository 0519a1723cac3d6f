import {
	flip,
	isAllZero,
	isEmpty,
	measure,
	stakes,
	toUnit,
	type UnitSample,
	usualGains,
} from './bets.ts';
import { emptyGains, writeGains } from './gains.ts';
import { meanOf, type Estimate, type Sample } from './sample.ts';

/** Maximum probability that an interval misses the truth at any check, no matter how many checks there are. */
export const missRate = 0.05;

/** The logarithm of the gains with which bets rule out a mean: one half of the misses is on each side. */
export const rejection = Math.log(2 / missRate);

/**
 * The mean of a sample with its 95% confidence sequence; `null` without answers.
 *
 * In 95 of 100 samples, all intervals from the first answer to the last contain the truth, so you may watch the
 * interval and stop at any answer. A mean is outside when a bet against it would have turned 1 into 40: in the long
 * run, that happens to the true mean in at most one of 40 samples (Ville's inequality; Waudby-Smith and Ramdas 2024).
 * A mixture of stakes depends only on the counts, and is exact for every number of answers.
 *
 * @example
 * estimate(sampleNps(new Map([[10, 60], [8, 20], [3, 20]]))); // { value: 40, low: 9.…, high: 64.… }
 */
export function estimate(sample: Sample): Estimate | null {
	if (isEmpty(sample)) return null;
	const unit = toUnit(sample);
	const range = sample.max - sample.min;
	const value = meanOf(sample);
	const low = sample.min + range * findLowest(unit);
	const high = sample.max - range * findLowest(flip(unit));
	return { value, low: Math.min(value, low), high: Math.max(value, high) };
}

/** Whether the interval of `estimate` contains a mean. */
export function isPlausible(sample: Sample, mean: number): boolean {
	const unit = toUnit(sample);
	const at = (mean - sample.min) / (sample.max - sample.min);
	return !isTooLow(unit, at) && !isTooLow(flip(unit), 1 - at);
}

/** The lowest plausible mean, by Newton's method, or by halving where that leaves the bracket. */
function findLowest(unit: UnitSample): number {
	// Nothing bets on "higher" and wins.
	if (isAllZero(unit.values)) return 0;
	const { mean: value, variance } = measure(unit);
	let [from, to] = [0, value];
	// As if the answers were normally distributed.
	let mean = Math.max(value - Math.sqrt(2 * usualGains * variance), value / 4);
	for (let step = 0; step < 60 && to - from > 1e-10; step++) {
		const capital = capitalAgainst(unit, mean);
		const past = (capital.value - rejection) / capital.slope;
		if (past < 0) from = mean;
		else to = mean;
		// From below, Newton's method never passes the border of a convex function.
		if (Math.abs(past) < 1e-10) break;
		mean -= past;
		if (!(mean > from && mean < to)) mean = (from + to) / 2;
	}
	return mean;
}

function isTooLow(unit: UnitSample, mean: number): boolean {
	// A mean at the end of the scale is plausible only if all answers are there.
	if (mean === 0) return !isAllZero(unit.values);
	return capitalAgainst(unit, mean).value >= rejection;
}

const gains = emptyGains();

/** The logarithm of the gains of all stakes against a mean, and its slope, which is below 0. */
function capitalAgainst(unit: UnitSample, mean: number): { value: number; slope: number } {
	writeGains(unit, mean, gains);
	let [sum, slope] = [0, 0];
	for (let at = 0; at < stakes.length; at++) {
		const capital = gains.capitals[at]!;
		if (capital === 0) continue;
		sum += capital;
		slope += capital * gains.slopes[at]!;
	}
	return { value: gains.most + Math.log(sum / stakes.length), slope: slope / sum };
}
