import { describe, expect, it } from 'vitest';

import { fixedDifference, fixedMean, fixedNps, fixedShare, studentT95 } from './fixed-n.ts';

describe('the Net Promoter Score', () => {
	it('is promoters less detractors, in a hundred', () => {
		const counts = new Map([
			[10, 5],
			[9, 1],
			[8, 1],
			[7, 1],
			[6, 1],
			[0, 1],
		]);
		expect(fixedNps(counts)).toMatchObject({ value: 40 });
		expect(fixedNps(new Map([[6, 3]]))).toMatchObject({ value: -100, low: -100 });
		expect(fixedNps(new Map([[7, 3]]))).toMatchObject({ value: 0 });
		expect(fixedNps(new Map())).toBe(null);
	});

	it('is uncertain for one answer, narrow for many, and always between its bounds', () => {
		const one = fixedNps(new Map([[10, 1]]))!;
		expect(one).toMatchObject({ value: 100, high: 100 });
		expect(one.low).toBeLessThan(0);
		const many = fixedNps(
			new Map([
				[10, 50_000],
				[8, 30_000],
				[2, 20_000],
			]),
		)!;
		expect(many.value).toBe(30);
		expect(many.high - many.low).toBeLessThan(1.1);
		expect(many.low).toBeLessThan(30);
		expect(many.high).toBeGreaterThan(30);
	});

	it('contains the true value in about 95 of 100 samples', () => {
		// 50% promoters, 20% passives, 30% detractors: the truth is 20.
		let state = 7;
		const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
		const draw = () => {
			const at = random();
			return at < 0.5 ? 10 : at < 0.7 ? 8 : 3;
		};
		for (const answers of [20, 100]) {
			let held = 0;
			for (let sample = 0; sample < 2_000; sample++) {
				const counts = new Map<number, number>();
				for (let at = 0; at < answers; at++) {
					const score = draw();
					counts.set(score, (counts.get(score) ?? 0) + 1);
				}
				const { low, high } = fixedNps(counts)!;
				if (low <= 20 && 20 <= high) held++;
			}
			expect(held / 2_000, `${answers} answers`).toBeGreaterThan(0.93);
			expect(held / 2_000, `${answers} answers`).toBeLessThan(0.98);
		}
	});
});

describe('the mean', () => {
	it('is between its bounds, which are between the ends of the scale', () => {
		const estimate = fixedMean({
			counts: new Map([
				[4, 3],
				[5, 5],
			]),
			min: 1,
			max: 5,
		})!;
		expect(estimate.value).toBe(4.625);
		expect(estimate.low).toBeCloseTo(3.4, 1);
		expect(estimate.high).toBe(5);
		expect(fixedMean({ counts: new Map(), min: 1, max: 5 })).toBe(null);
	});

	it('of few answers is uncertain even when they are equal', () => {
		expect(fixedMean({ counts: new Map([[3, 1]]), min: 1, max: 5 })).toEqual({
			value: 3,
			low: 1,
			high: 5,
		});
		const three = fixedMean({ counts: new Map([[5, 3]]), min: 1, max: 5 })!;
		expect(three.low).toBeLessThan(4);
	});

	it('uses Student’s distribution', () => {
		for (const [freedom, exact] of [
			[1, 12.706205],
			[2, 4.302653],
			[3, 3.182446],
			[5, 2.570582],
			[10, 2.228139],
			[20, 2.085963],
			[21, 2.079614],
			[30, 2.042272],
			[1_000, 1.962339],
		] as const) {
			expect(studentT95(freedom), String(freedom)).toBeCloseTo(exact, 5);
		}
	});
});

describe('a share', () => {
	it('has a Wilson interval, between 0 and 1', () => {
		const { value, low, high } = fixedShare(41, 100)!;
		expect([value, low, high].map((one) => one.toFixed(4))).toEqual(['0.4100', '0.3187', '0.5080']);
		expect(fixedShare(0, 10)).toMatchObject({ low: 0 });
		expect(fixedShare(10, 10)).toMatchObject({ high: 1 });
		expect(fixedShare(0, 0)).toBe(null);
	});

	it('differs from another share by a Newcombe interval', () => {
		// Newcombe 1998, method 10, example (a): 56/70 and 48/80.
		const { value, low, high } = fixedDifference(fixedShare(56, 70)!, fixedShare(48, 80)!);
		expect([value, low, high].map((one) => one.toFixed(4))).toEqual(['0.2000', '0.0524', '0.3339']);
	});
});
