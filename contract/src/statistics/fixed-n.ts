import { sampleNps } from './measures.ts';
import { countSample, meanOf, type Estimate, type Sample, type ValueCounts } from './sample.ts';

// Intervals for a number of answers that was fixed in advance. They miss the truth in 5% of the samples when they are
// read once, and far more often when they are read again and again: use `estimate` for figures that are watched.

const z95 = 1.959964;

/**
 * The share of hits with its Wilson interval; `null` without answers.
 *
 * @example
 * fixedShare(41, 100); // { value: 0.41, low: 0.31…, high: 0.50… }
 */
export function fixedShare(hits: number, all: number): Estimate | null {
	if (all === 0) return null;
	const value = hits / all;
	const square = z95 * z95;
	const center = value + square / (2 * all);
	const reach = z95 * Math.sqrt((value * (1 - value)) / all + square / (4 * all * all));
	const scale = 1 + square / all;
	return {
		value,
		low: hits === 0 ? 0 : (center - reach) / scale,
		high: hits === all ? 1 : (center + reach) / scale,
	};
}

/**
 * Computes the mean with Student's interval, after adding one answer at either end of the scale: few
 * answers never look certain, not even when they are equal, and with many the addition hardly matters.
 * `null` without answers.
 *
 * @example
 * fixedMean({ counts: new Map([[4, 3], [5, 5]]), min: 1, max: 5 }); // { value: 4.625, low: 3.4…, high: 5 }
 */
export function fixedMean(sample: Sample): Estimate | null {
	const { counts, min, max } = sample;
	const answers = countSample(sample);
	if (answers === 0) return null;
	const value = meanOf(sample);
	const all = answers + 2;
	const middle = (value * answers + min + max) / all;
	let squares = (min - middle) ** 2 + (max - middle) ** 2;
	for (const [given, count] of counts) squares += count * (given - middle) ** 2;
	const half = (studentT95(all - 1) * Math.sqrt(squares / (all - 1))) / Math.sqrt(all);
	return clamp({ value, low: middle - half, high: middle + half }, sample);
}

/**
 * The Net Promoter Score of the answers 0 to 10; `null` without answers. The interval is an adjusted Wald with three
 * answers added (¾ promoter, 1½ passive, ¾ detractor), which is accurate for few answers too (Rocks 2016).
 *
 * @example
 * fixedNps(new Map([[10, 6], [8, 2], [3, 2]])); // { value: 40, low: -17.3…, high: 79.0… }
 */
export function fixedNps(scores: ValueCounts): Estimate | null {
	const sample = sampleNps(scores);
	const answers = countSample(sample);
	if (answers === 0) return null;
	const all = answers + 3;
	const up = ((sample.counts.get(100) ?? 0) + 0.75) / all;
	const down = ((sample.counts.get(-100) ?? 0) + 0.75) / all;
	const half = 100 * z95 * Math.sqrt((up + down - (up - down) ** 2) / all);
	const middle = 100 * (up - down);
	return clamp({ value: meanOf(sample), low: middle - half, high: middle + half }, sample);
}

/**
 * The difference of two independent estimates, its interval recovered from theirs (Zou and Donner 2008); Newcombe's for
 * two shares.
 *
 * @example
 * fixedDifference(fixedShare(56, 70)!, fixedShare(48, 80)!); // { value: 0.2, low: 0.05…, high: 0.33… }
 */
export function fixedDifference(one: Estimate, other: Estimate): Estimate {
	const value = one.value - other.value;
	return {
		value,
		low: value - Math.hypot(one.value - one.low, other.high - other.value),
		high: value + Math.hypot(one.high - one.value, other.value - other.low),
	};
}

function clamp({ value, low, high }: Estimate, { min, max }: Sample): Estimate {
	return {
		value,
		low: Math.max(min, Math.min(value, low)),
		high: Math.min(max, Math.max(value, high)),
	};
}

/** The 97.5% point of Student's t from one degree of freedom on, where the expansion is too coarse. */
const fewDegrees = [
	12.7062047, 4.3026527, 3.1824463, 2.7764451, 2.5705818, 2.4469119, 2.3646243, 2.3060041,
	2.2621572, 2.2281389, 2.2009852, 2.1788128, 2.1603687, 2.1447867, 2.1314495, 2.1199053, 2.1098156,
	2.100922, 2.0930241, 2.0859634,
];

/** The 97.5% point of Student's t to six digits, beyond the table by Cornish and Fisher. */
export function studentT95(freedom: number): number {
	const z = z95;
	return (
		fewDegrees[freedom - 1] ??
		z +
			(z ** 3 + z) / (4 * freedom) +
			(5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
			(3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3) +
			(79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) /
				(92_160 * freedom ** 4)
	);
}
