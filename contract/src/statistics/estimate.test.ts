import { describe, expect, it } from 'vitest';

import { estimate, isPlausible } from './estimate.ts';
import { fixedMean } from './fixed-n.ts';
import { sampleNps, sampleRatings, sampleShare } from './measures.ts';
import type { Sample } from './sample.ts';
import { rounds } from './simulation/rounds.ts';
import { truths } from './simulation/truths.ts';
import { countWrongRuns, draw, seededRandom, trueMean } from './simulation/watched-runs.ts';

const length = { runs: rounds(300, 2_000), answers: rounds(300, 500) };

/** Watches runs of one truth; `isWrong` checks the answers so far. */
function watch(name: string, seed: number, isWrong: (sample: Sample, mean: number) => boolean) {
	const { min, max, truth } = truths[name]!;
	const random = seededRandom(seed);
	const mean = trueMean(truth);
	return countWrongRuns(length, () => {
		const counts = new Map<number, number>();
		return {
			add() {
				const value = draw(truth, random);
				counts.set(value, (counts.get(value) ?? 0) + 1);
			},
			isWrong: () => isWrong({ counts, min, max }, mean),
		};
	});
}

describe('the interval of a figure that is watched', () => {
	it.each(Object.keys(truths))('misses in few runs: %s', (name) => {
		const missed = watch(name, 20_261_124, (sample, mean) => !isPlausible(sample, mean));
		expect(missed / length.runs).toBeLessThanOrEqual(0.04);
	});

	it('is needed, because an interval for a fixed number of answers misses in more than 25%', () => {
		const missed = watch('NPS of 20', 20_261_124, (sample, mean) => {
			const { low, high } = fixedMean(sample)!;
			return mean < low || mean > high;
		});
		expect(missed / length.runs).toBeGreaterThan(0.25);
	});

	it('contains exactly the plausible means', () => {
		for (const sample of [
			sampleNps(
				new Map([
					[10, 60],
					[8, 20],
					[3, 20],
				]),
			),
			sampleRatings(new Map([[5, 1]]), 5),
			sampleShare(3, 4_000),
		]) {
			const { low, high } = estimate(sample)!;
			const hair = (sample.max - sample.min) * 1e-6;
			const inside = [low + hair, high - hair].map((mean) => isPlausible(sample, mean));
			expect(inside).toEqual([true, true]);
			if (low > sample.min) expect(isPlausible(sample, low - hair)).toBe(false);
			if (high < sample.max) expect(isPlausible(sample, high + hair)).toBe(false);
		}
	});

	it('is very wide after one answer, and still wide after thirty equal ones', () => {
		const one = estimate(sampleNps(new Map([[10, 1]])))!;
		expect(one).toMatchObject({ value: 100, high: 100 });
		expect(one.low).toBeLessThan(-95);
		const equal = estimate(sampleNps(new Map([[10, 30]])))!;
		expect(equal.low).toBeGreaterThan(55);
		expect(equal.low).toBeLessThan(70);
		expect(estimate(sampleNps(new Map()))).toBe(null);
	});

	it('is narrow for many answers', () => {
		const { value, low, high } = estimate(
			sampleNps(
				new Map([
					[10, 500_000],
					[8, 200_000],
					[3, 300_000],
				]),
			),
		)!;
		expect(value).toBe(20);
		expect(high - low).toBeLessThan(0.7);
	});

	it('stays within the scale when all answers are at one end', () => {
		expect(estimate(sampleShare(0, 50))).toMatchObject({ value: 0, low: 0 });
		expect(estimate(sampleShare(50, 50))).toMatchObject({ value: 1, high: 1 });
		expect(isPlausible(sampleShare(0, 50), 0)).toBe(true);
		expect(isPlausible(sampleShare(1, 50), 0)).toBe(false);
	});
});
