import { expect, it } from 'vitest';

import {
	ago,
	countOf,
	writeMinutes,
	writeNumber,
	writePosition,
	writeShare,
	writeTime,
} from './write-amount.ts';

it.each([
	[null, 'never'],
	[undefined, 'never'],
	[-3, '0 seconds ago'],
	[1.4, '1 second ago'],
	[119, '119 seconds ago'],
	[150, '3 minutes ago'],
	[7_199, '120 minutes ago'],
	[9_000, '3 hours ago'],
	[172_800, '2.0 days ago'],
	[220_320, '2.6 days ago'],
])('%s seconds are written as %j', (seconds, text) => {
	expect(ago(seconds)).toBe(text);
});

it('writes the noun in the singular after 1', () => {
	expect([0, 1, 2].map((count) => countOf(count, 'day'))).toEqual(['0 days', '1 day', '2 days']);
});

it('writes minutes in the largest unit that divides them', () => {
	expect([1, 90, 60, 120, 1_440, 1_500, 2_880].map(writeMinutes)).toEqual([
		'1 minute',
		'90 minutes',
		'1 hour',
		'2 hours',
		'1 day',
		'25 hours',
		'2 days',
	]);
});

it.each([
	[1e21, '1000000000000000000000'],
	[-1.5e22, '-15000000000000000000000'],
	[1e-7, '0.0000001'],
	[-2.5e-9, '-0.0000000025'],
	[0.1, '0.1'],
])('%d is written without an exponent', (number, text) => {
	expect(writeNumber(number)).toBe(text);
});

it('writes shares, positions and times', () => {
	expect([0, 0.5, 0.0001, 0.000_01].map(writeShare)).toEqual(['0', '0.5', '0.0001', '1e-05']);
	expect([0, 0.4999].map(writePosition)).toEqual(['0.0000', '0.4999']);
	expect(writeTime('2026-03-01T09:30:59.999Z')).toBe('2026-03-01 09:30 UTC');
});
