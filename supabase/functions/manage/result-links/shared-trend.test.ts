import type { Question } from '@feedback/contract';
import { shiftDay } from '@feedback/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { extendTrend, startTrend, type SharedTrend } from './shared-trend.ts';

const nps: Question = { id: 'score', type: 'nps', title: 'Would you recommend us?' } as never;
const first = '2026-03-02';

/** Answers of each day: the number of promoters. */
const given = (counts: number[]) =>
	counts.map((count, at) => ({
		question: 'score',
		version: '1',
		day: shiftDay(first, at),
		value: '10',
		count,
		answers: count,
	}));
const days = (count: number) => Array.from({ length: count }, (_, at) => shiftDay(first, at));
const start = (counts: number[]) => startTrend(nps, given(counts), days(counts.length));
const shown = ({ trend }: SharedTrend) => trend.map(({ answers }) => answers);
const week = (answers: number) => [answers, 0, 0, 0, 0, 0, 0];

it('begins with weeks, combined until they have enough answers', () => {
	const trend = start([...week(40), ...week(10), ...week(25), ...week(31), 8]);
	expect(shown(trend)).toEqual([40, 35, 31]);
	expect(trend.trend[1]).toMatchObject({ from: '2026-03-09', to: '2026-03-22' });
	expect(trend.base).toEqual({ day: '2026-03-29', counts: { 10: 106 } });
});

it('leaves the newest week open if only few have answered since', () => {
	expect(shown(start([...week(40), ...week(30), 4]))).toEqual([40]);
	expect(shown(start([...week(40), ...week(30), 0]))).toEqual([40, 30]);
	expect(shown(start([...week(40), ...week(30), 5]))).toEqual([40, 30]);
});

it('grows where the figures advance, at most once a week', () => {
	const before = start([...week(40)]);
	const extend = (counts: number, day: string) =>
		extendTrend(nps, before, { 10: counts }, day).trend.map(({ answers }) => answers);
	expect(extend(75, '2026-03-14')).toEqual([40]);
	expect(extend(69, '2026-03-20')).toEqual([40]);
	expect(extend(75, '2026-03-20')).toEqual([40, 35]);
	// Some were erased.
	expect(extendTrend(nps, before, { 10: 39, 0: 60 }, '2026-03-20')).toEqual(before);
});

it('never shows a point of few answers, nor leaves few outside of all points', () => {
	fc.assert(
		fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 60 }), (counts) => {
			const points = shown(start(counts));
			const rest = counts.reduce((sum, count) => sum + count, 0);
			const outside = rest - points.reduce((sum, count) => sum + count, 0);
			expect(points.every((answers) => answers >= 30)).toBe(true);
			if (points.length > 0) expect(outside === 0 || outside >= 5).toBe(true);
		}),
	);
});
