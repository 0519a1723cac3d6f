import {
	bisect,
	flip,
	isEmpty,
	logCapitals,
	logSum,
	stakes,
	toUnit,
	type UnitSample,
} from './bets.ts';
import { meanOf, type Estimate, type Sample } from './sample.ts';

/** Maximum probability that an interval misses the truth at any check, no matter how many checks there are. */
export const missRate = 0.05;

// One half of the misses on each side.
const rejection = Math.log(2 / missRate);

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

function findLowest(unit: UnitSample): number {
	return bisect((mean) => isTooLow(unit, mean));
}

function isTooLow(unit: UnitSample, mean: number): boolean {
	return logSum(logCapitals(unit, mean)) - Math.log(stakes.length) >= rejection;
}
