import { describe, expect, it } from 'vitest';

import { countAnswersNeeded } from './answers-needed.ts';
import { flip, toUnit } from './bets.ts';
import { arePlausible, compareSamples, isDifferent } from './compare.ts';
import { sampleNps, sampleRatings, sampleShare } from './measures.ts';
import type { Sample } from './sample.ts';
import { pairCapital } from './pair-capital.ts';
import { rounds } from './simulation/rounds.ts';
import { truths } from './simulation/truths.ts';
import { countWrongRuns, draw, seededRandom, trueMean } from './simulation/watched-runs.ts';

const runs = rounds(300, 2_000);
const seed = 20_261_125;

/** Watches two samples; the first has `before` answers when the second begins. */
function watch([one, other]: [string, string], before: number, share: number, answers: number) {
	const random = seededRandom(seed);
	const [first, second] = [truths[one]!, truths[other]!];
	const means: [number, number] = [trueMean(first.truth), trueMean(second.truth)];
	const difference = means[0] - means[1];
	return countWrongRuns({ runs, answers }, () => {
		const samples = [first, second].map(({ min, max }) => ({ counts: new Map(), min, max })) as [
			Sample & { counts: Map<number, number> },
			Sample & { counts: Map<number, number> },
		];
		const add = (at: 0 | 1) => {
			const value = draw([first, second][at]!.truth, random);
			samples[at].counts.set(value, (samples[at].counts.get(value) ?? 0) + 1);
		};
		for (let given = 0; given < before; given++) add(0);
		return {
			add: () => add(before > 0 || random() >= share ? 1 : 0),
			isWrong() {
				if (samples.some(({ counts }) => counts.size === 0)) return false;
				if (arePlausible(...samples, means)) return false;
				const { low, high } = compareSamples(...samples)!;
				return difference < low || difference > high;
			},
		};
	});
}

/** The least value of a convex function from 0 to 1, by golden sections. */
function leastValue(of: (at: number) => number): number {
	const golden = (Math.sqrt(5) - 1) / 2;
	let [from, to] = [0, 1];
	for (let step = 0; step < 60; step++) {
		const [left, right] = [to - golden * (to - from), from + golden * (to - from)];
		if (of(left) < of(right)) to = right;
		else from = left;
	}
	return of((from + to) / 2);
}

describe('the interval of a difference that is watched', () => {
	it.each([
		['two equal groups', ['NPS of 20', 'NPS of 20'], 0, 0.5],
		['a large and a small group', ['NPS of 20', 'NPS of -93, near-constant'], 0, 0.9],
		['two periods', ['ratings of 4.15, skewed', 'ratings of 4.98, near-constant'], 200, 0],
		['two variants', ['a response rate of 3 %', 'a response rate of 3 %'], 0, 0.5],
	] as const)('misses in few runs: %s', (_, names, before, share) => {
		expect(watch([...names], before, share, rounds(300, 400)) / runs).toBeLessThanOrEqual(0.04);
	});

	const nps = (promoters: number, passives: number, detractors: number) =>
		sampleNps(
			new Map([
				[10, promoters],
				[8, passives],
				[3, detractors],
			]),
		);

	it('is that of the opposite difference, with the signs changed', () => {
		const there = compareSamples(nps(600, 200, 200), nps(45, 25, 30))!;
		const back = compareSamples(nps(45, 25, 30), nps(600, 200, 200))!;
		expect(back.low).toBeCloseTo(-there.high, 6);
		expect(back.high).toBeCloseTo(-there.low, 6);
		expect(there.low).toBeLessThan(there.value);
		expect(there.high).toBeGreaterThan(there.value);
	});

	it('excludes zero if and only if the samples differ', () => {
		for (const [one, other] of [
			[nps(60, 20, 20), nps(50, 20, 30)],
			[nps(600, 200, 200), nps(450, 250, 300)],
			[nps(30, 0, 0), nps(0, 0, 30)],
			[nps(0, 0, 1), nps(1, 0, 0)],
			[
				sampleRatings(
					new Map([
						[5, 900],
						[4, 100],
					]),
					5,
				),
				sampleRatings(
					new Map([
						[5, 700],
						[4, 300],
					]),
					5,
				),
			],
			[sampleShare(30, 1_000), sampleShare(80, 1_000)],
		] as const) {
			const { low, high } = compareSamples(one, other)!;
			expect(isDifferent(one, other)).toBe(low > 0 || high < 0);
		}
	});

	// Computed by e2e/rehearse/recompute, which finds the bounds in another way.
	it.each([
		[
			'all answers at one end of the scale',
			sampleShare(0, 20),
			sampleShare(1_996, 2_000),
			-0.9997986,
			-0.6328078,
		],
		['shares near zero', sampleShare(32, 2_000), sampleShare(49, 300), -0.2812578, -0.0825065],
		['many answers and one', nps(733, 1_211, 56), nps(0, 1, 0), -67.9969114, 136.0417727],
	] as const)('has the bounds of the bets: %s', (_, one, other, low, high) => {
		const found = compareSamples(one, other)!;
		expect(found.low).toBeCloseTo(low, 4);
		expect(found.high).toBeCloseTo(high, 4);
	});

	it('ends where the bets against every pair of means have won enough', () => {
		const random = seededRandom(seed);
		const share = () => {
			const answers = Math.ceil(10 ** (random() * 6));
			return sampleShare(Math.round(answers * random() ** 2), answers);
		};
		/** What the bets have won at least, whatever the means with this difference. */
		const leastCapital = (one: Sample, other: Sample, difference: number) => {
			const [from, to] = [Math.max(0, difference), Math.min(1, 1 + difference)];
			return leastValue((part) => {
				const mean = from + part * (to - from);
				return pairCapital(toUnit(one), flip(toUnit(other)), mean, mean - difference).value;
			});
		};
		const samples = Array.from({ length: rounds(50, 2_000) }, () => [share(), share()] as const);
		for (const [one, other] of [
			...samples,
			// Sizes so different, or so large, that Newton's method finds nothing.
			[sampleShare(2_290, 231_000), sampleShare(2_410, 231_000)],
			[sampleShare(2_200, 227_500), sampleShare(2_210, 227_500)],
			[sampleShare(179_848, 179_868), sampleShare(1, 152)],
			[sampleShare(24, 414), sampleShare(0, 31_751)],
			[sampleShare(75_116, 808_967), sampleShare(607, 4_982)],
		] as const) {
			const { low, high } = compareSamples(one, other)!;
			const near = (high - low) / 1_000;
			if (low > near - 1)
				expect(leastCapital(one, other, low - near)).toBeGreaterThan(Math.log(40));
			expect(leastCapital(one, other, low + near)).toBeLessThan(Math.log(40));
			if (high < 1 - near)
				expect(leastCapital(other, one, -high - near)).toBeGreaterThan(Math.log(40));
			expect(leastCapital(other, one, -high + near)).toBeLessThan(Math.log(40));
		}
	});

	it('is null when one sample has no answers', () => {
		expect(compareSamples(nps(0, 0, 0), nps(1, 1, 1))).toBe(null);
		expect(isDifferent(nps(0, 0, 0), nps(1, 1, 1))).toBe(false);
	});
});

describe('the number of further answers that would show a difference', () => {
	const nps = (promoters: number, passives: number, detractors: number) =>
		sampleNps(
			new Map([
				[10, promoters],
				[8, passives],
				[3, detractors],
			]),
		);

	it('is enough when this many are added, but not with a tenth less', () => {
		const [one, other] = [nps(60, 20, 20), nps(40, 20, 40)];
		const more = countAnswersNeeded(one, other)!;
		expect(more).toBeGreaterThan(0);
		const grow = (times: number) =>
			[nps(60 * times, 20 * times, 20 * times), nps(40 * times, 20 * times, 40 * times)] as const;
		expect(isDifferent(...grow(1 + more / 200))).toBe(true);
		expect(isDifferent(...grow(1 + (0.9 * more) / 200))).toBe(false);
	});

	it('is null when a hundred times as many would not show it, or no sample grows', () => {
		expect(countAnswersNeeded(nps(60, 20, 20), nps(60, 20, 20))).toBe(null);
		expect(countAnswersNeeded(nps(60, 20, 20), nps(40, 20, 40), { one: false, other: false })).toBe(
			null,
		);
		expect(countAnswersNeeded(nps(0, 0, 0), nps(40, 20, 40))).toBe(null);
	});

	it('counts only the sample that grows', () => {
		const both = countAnswersNeeded(nps(600, 200, 200), nps(40, 20, 40))!;
		const one = countAnswersNeeded(nps(600, 200, 200), nps(40, 20, 40), {
			one: false,
			other: true,
		})!;
		expect(one).toBeLessThan(both);
	});
});
