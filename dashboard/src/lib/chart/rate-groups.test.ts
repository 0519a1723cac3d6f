import { describe, expect, it } from 'vitest';

import { listDivisions, listRateRows, readDivision } from './rate-groups.ts';

const rated = (responses: number, displays: number) => ({
	responses,
	displays,
	response_rate: {
		value: responses / displays,
		low: 0.1,
		high: 0.9,
		fixed_n: { low: 0.2, high: 0.8 },
	},
});

const all = { ...rated(16, 59), counted_since: null };

describe('the groups of a response rate', () => {
	it('have a rate with its interval once there are enough displays', () => {
		const groups = [
			{ key: 'phone', name: null, ...rated(15, 30) },
			{ key: null, name: null, ...rated(1, 29) },
		];
		const rows = listRateRows({ ...all, groups, rest: null }, 'device');
		expect(rows.map(({ figure }) => figure?.filter.figure)).toEqual([
			{ by: 'device', group: 'phone', answered: true },
			{ by: 'device', group: null, answered: true },
		]);
		expect(rows.map(({ figure: _, ...row }) => row)).toEqual([
			{
				key: 'group phone',
				label: 'phone',
				count: 15,
				all: 30,
				note: 'of 30 displays',
				interval: '10% to 90%',
			},
			{ key: 'group ', label: 'Unknown', count: 1, all: 29, note: 'of 29 displays', share: '–' },
		]);
	});

	it('are named by hour, audience and trait, and the rest by its number', () => {
		const labels = (key: string | null, by: string, name: string | null = null) =>
			listRateRows({ ...all, groups: [{ key, name, ...rated(1, 1) }], rest: null }, by)[0]!.label;
		expect(labels('9', 'hour')).toBe('09:00 to 10:00');
		expect(labels('23', 'hour')).toBe('23:00 to 24:00');
		expect(labels('paying', 'audience', 'Paying')).toBe('Paying');
		expect(labels(null, 'trait:plan')).toBe('Without this trait');
		const rest = { groups: 1200, ...rated(3, 1300) };
		expect(listRateRows({ ...all, groups: [], rest }, 'path')[0]!.label).toBe('1,200 more groups');
	});

	it('are chosen by the URL, which may name a trait that was not seen', () => {
		expect(readDivision(new URLSearchParams('rate=hour'))).toBe('hour');
		expect(readDivision(new URLSearchParams('rate=planet'))).toBe('device');
		expect(readDivision(new URLSearchParams('rate=trait:'))).toBe('device');
		const chosen = readDivision(new URLSearchParams('rate=trait:role'));
		const seen = [{ text: 'plan:pro' }, { text: 'plan:free' }];
		expect(listDivisions(seen, chosen).slice(4)).toEqual([
			{ value: 'trait:plan', label: 'By plan', group: 'Traits' },
			{ value: 'trait:role', label: 'By role', group: 'Traits' },
		]);
	});
});
