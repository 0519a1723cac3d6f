import { expect, it } from 'vitest';

import { relativeTime } from './relative-time.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

it.each([
	[0, 'now'],
	[-5 * minute, 'now'],
	[1.9 * second, 'now'],
	[59 * second, '59s ago'],
	[90 * second, '1m ago'],
	[hour - 1, '59m ago'],
	[26 * hour, '1d ago'],
	[30 * day, '30d ago'],
])('formats %i ms ago as %s', (age, expected) => {
	expect(relativeTime(1e12 - age, 1e12)).toBe(expected);
});
