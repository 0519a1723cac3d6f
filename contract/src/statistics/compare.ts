import {
	flip,
	isEmpty,
	logCapital,
	logCapitals,
	logSum,
	stakes,
	toUnit,
	bisect,
	findMinimum,
	type UnitSample,
} from './bets.ts';
import { missRate } from './estimate.ts';
import { meanOf, type Estimate, type Sample } from './sample.ts';

const rejection = Math.log(2 / missRate);
// All stakes together have at most as many times the capital of the best as there are stakes.
const nearRejection = rejection - Math.log(stakes.length) - 1e-6;

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
 * `compareSamples` contains their difference.
 */
export function arePlausible(one: Sample, other: Sample, means: [number, number]): boolean {
	const [first, second] = [toUnit(one), toUnit(other)];
	const [low, high] = means.map((mean) => (mean - one.min) / (one.max - one.min)) as [
		number,
		number,
	];
	return !wins(first, low, second, high) && !wins(second, high, first, low);
}

function wins(one: UnitSample, low: number, other: UnitSample, high: number): boolean {
	const [capitals, others] = [logCapitals(one, low), logCapitals(flip(other), 1 - high)];
	// A mixture of stakes never has more capital than its best stake.
	if (Math.max(...capitals) + Math.max(...others) < rejection) return false;
	return isOutside(weigh(capitals), flip(other), 1 - high);
}

/** Whether no common mean is plausible for both. */
function isHigher(one: UnitSample, other: UnitSample): boolean {
	if (unitMean(one) <= unitMean(other)) return false;
	const flipped = flip(other);
	const capital = (mean: number) => addCapitals(weigh(logCapitals(one, mean)), flipped, 1 - mean);
	return findMinimum(capital, (least) => least < rejection) >= rejection;
}

/** The lowest difference of two means that are plausible together. */
function lowestDifference(one: UnitSample, other: UnitSample): number {
	const flipped = flip(other);
	// For a mean of one, the highest plausible mean of the other, if there is any.
	return findMinimum((mean) => {
		const weighed = weigh(logCapitals(one, mean));
		if (isOutside(weighed, flipped, 1)) return Infinity;
		return mean - bisect((above) => !isOutside(weighed, flipped, 1 - above));
	});
}

function isOutside(weighed: number[], flipped: UnitSample, mean: number): boolean {
	let most = -Infinity;
	// One stake is enough if it wins, and with many answers a small one does, far from the mean.
	for (let at = stakes.length - 1; at >= 0; at--) {
		const total = logCapital(flipped, mean, at) + weighed[at]!;
		if (total >= rejection) return true;
		if (total > most) most = total;
	}
	return most > nearRejection && addCapitals(weighed, flipped, mean) >= rejection;
}

/**
 * The logarithm of the total gains of the bets on both samples. It is convex in the two means, as each
 * logarithm of a capital is.
 */
function addCapitals(weighed: number[], flipped: UnitSample, mean: number): number {
	return logSum(weighed.map((capital, at) => capital + logCapital(flipped, mean, at)));
}

// Pairs of similar stakes get more of the capital: they are the best for two samples of similar size.
const pairWeights: readonly (readonly number[])[] = (() => {
	const raw = stakes.map((_, at) => stakes.map((__, beside) => 0.5 ** Math.abs(at - beside)));
	const sum = raw.flat().reduce((all, weight) => all + weight);
	return raw.map((row) => row.map((weight) => Math.log(weight / sum)));
})();

/** For each stake on the other sample, what all stakes on this one add to it. */
function weigh(capitals: readonly number[]): number[] {
	const added = new Float64Array(stakes.length);
	return pairWeights.map((row) => {
		for (let at = 0; at < added.length; at++) added[at] = row[at]! + capitals[at]!;
		return logSum(added);
	});
}

function unitMean({ values, counts }: UnitSample): number {
	let [sum, answers] = [0, 0];
	for (let at = 0; at < values.length; at++) {
		sum += values[at]! * counts[at]!;
		answers += counts[at]!;
	}
	return sum / answers;
}
