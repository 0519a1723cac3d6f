import { describe, expect, it } from 'vitest';

import { estimateMean, estimateNps, studentT95 } from './estimate.ts';

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
		expect(estimateNps(counts)).toMatchObject({ value: 40 });
		expect(estimateNps(new Map([[6, 3]]))).toMatchObject({ value: -100, low: -100 });
		expect(estimateNps(new Map([[7, 3]]))).toMatchObject({ value: 0 });
		expect(estimateNps(new Map())).toBe(null);
	});

	it('of one answer is uncertain, of many narrow, and always between its bounds', () => {
		const one = estimateNps(new Map([[10, 1]]))!;
		expect(one).toMatchObject({ value: 100, high: 100 });
		expect(one.low).toBeLessThan(0);
		const many = estimateNps(
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
		// 50 % promoters, 20 % passives, 30 % detractors: the truth is 20.
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
				const { low, high } = estimateNps(counts)!;
				if (low <= 20 && 20 <= high) held++;
			}
			expect(held / 2_000, `${answers} answers`).toBeGreaterThan(0.93);
			expect(held / 2_000, `${answers} answers`).toBeLessThan(0.98);
		}
	});
});

describe('the mean', () => {
	it('is between its bounds, which are between the ends of the scale', () => {
		const estimate = estimateMean(
			new Map([
				[4, 3],
				[5, 5],
			]),
			1,
			5,
		)!;
		expect(estimate.value).toBe(4.625);
		expect(estimate.low).toBeCloseTo(3.4, 1);
		expect(estimate.high).toBe(5);
		expect(estimateMean(new Map(), 1, 5)).toBe(null);
	});

	it('of few answers is uncertain even when they are equal', () => {
		expect(estimateMean(new Map([[3, 1]]), 1, 5)).toEqual({ value: 3, low: 1, high: 5 });
		const three = estimateMean(new Map([[5, 3]]), 1, 5)!;
		expect(three.low).toBeLessThan(4);
	});

	it('uses Student’s distribution', () => {
		for (const [freedom, exact] of [
			[1, 12.706],
			[2, 4.303],
			[3, 3.182],
			[5, 2.571],
			[10, 2.228],
			[30, 2.042],
			[1_000, 1.962],
		] as const) {
			expect(Math.abs(studentT95(freedom) - exact), String(freedom)).toBeLessThan(0.03);
		}
	});
});
