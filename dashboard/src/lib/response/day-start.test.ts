import { describe, expect, it } from 'vitest';

import { dayInZone, dayStart, shiftDay } from './day-start.ts';

describe('a day in a time zone', () => {
	it.each([
		['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
		['2026-11-20', 'Europe/Vienna', '2026-11-19T23:00:00.000Z'],
		['2026-11-20', 'Pacific/Auckland', '2026-11-19T11:00:00.000Z'],
		['2026-11-20', 'America/Los_Angeles', '2026-11-20T08:00:00.000Z'],
		['2026-03-29', 'Europe/Vienna', '2026-03-28T23:00:00.000Z'],
		['2026-03-30', 'Europe/Vienna', '2026-03-29T22:00:00.000Z'],
		['2026-10-26', 'Europe/Vienna', '2026-10-25T23:00:00.000Z'],
		['2026-06-01', 'Asia/Kolkata', '2026-05-31T18:30:00.000Z'],
	])('%s in %s begins at %s', (day, zone, expected) => {
		expect(dayStart(day, zone)).toBe(expected);
	});

	it('differs between time zones', () => {
		const now = Date.parse('2026-11-20T23:30:00.250Z');
		expect(dayInZone('UTC', now)).toBe('2026-11-20');
		expect(dayInZone('Europe/Vienna', now)).toBe('2026-11-21');
	});

	it('has days before and after it', () => {
		expect(shiftDay('2026-03-01', -1)).toBe('2026-02-28');
		expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
	});
});
