import { describe, expect, it } from 'vitest';

import { readNpsTrend, formatNps, formatRevisions, formatShare } from './figures.ts';
import type { Day } from './figures.ts';

const days = (count: number, of: Partial<Day>): Day[] =>
	Array.from({ length: count }, (_, index) => ({
		day: new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10),
		displays: 0,
		responses: 0,
		nps: null,
		promoters: 0,
		passives: 0,
		detractors: 0,
		...of,
	}));

describe('the trend of the Net Promoter Score', () => {
	it('is by day if days have enough answers', () => {
		const trend = readNpsTrend(days(4, { promoters: 30, detractors: 10 }));
		expect(trend.map(({ from, to, answers, value }) => [from, to, answers, value])).toEqual(
			[1, 2, 3, 4].map((day) => [`2026-10-0${day}`, `2026-10-0${day}`, 40, 50]),
		);
		expect(trend[0]!.low).toBeLessThan(50);
		expect(trend[0]!.high).toBeGreaterThan(50);
	});

	it('is by week if days have few, the newest week complete', () => {
		const trend = readNpsTrend(days(24, { promoters: 5 }));
		expect(trend.map(({ from, to, answers }) => [from, to, answers])).toEqual([
			['2026-10-04', '2026-10-10', 35],
			['2026-10-11', '2026-10-17', 35],
			['2026-10-18', '2026-10-24', 35],
		]);
	});

	it.each([
		['nobody answered', days(60, {})],
		['few answered', days(60, { promoters: 1 }).slice(0, 29)],
		['it has not lasted', days(2, { promoters: 500 })],
		['there is no day', []],
	])('is none when %s', (_, given) => {
		expect(readNpsTrend(given)).toEqual([]);
	});

	it('leaves out periods with few answers, without filling the gap', () => {
		const given = days(5, { promoters: 40 });
		given[2] = { ...given[2]!, promoters: 3 };
		expect(readNpsTrend(given).map(({ from }) => from.slice(-2))).toEqual(['01', '02', '04', '05']);
	});
});

describe('figures in words', () => {
	it('have a sign where it matters', () => {
		expect([12.4, 0.2, -0.2, -12.4].map(formatNps)).toEqual(['+12', '0', '0', '−12']);
		expect([formatShare(1, 3), formatShare(0, 0)]).toEqual(['33 %', '–']);
	});
});

it('revisions are named as ranges', () => {
	expect(formatRevisions([4])).toBe('revision 4');
	expect(formatRevisions([2, 1])).toBe('revisions 1–2');
	expect(formatRevisions([7, 5, 3, 2, 1])).toBe('revisions 1–3, 5, and 7');
});
