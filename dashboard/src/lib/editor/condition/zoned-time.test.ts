import { describe, expect, it } from 'vitest';

import { fromZone, formatInZone, toZone } from './zoned-time.ts';

describe('a time in a time zone', () => {
	it.each([
		['Europe/Vienna', '2026-03-01', '09:30', '2026-03-01T09:30:00+01:00'],
		['Europe/Vienna', '2026-07-01', '00:00', '2026-07-01T00:00:00+02:00'],
		['America/New_York', '2026-11-20', '23:59', '2026-11-20T23:59:00-05:00'],
		['Asia/Kolkata', '2026-11-20', '12:00', '2026-11-20T12:00:00+05:30'],
		['UTC', '2026-11-20', '12:00', '2026-11-20T12:00:00Z'],
	])('in %s, %s %s is %s, and back', (zone, day, time, at) => {
		expect(fromZone({ day, time }, zone)).toBe(at);
		expect(toZone(at, zone)).toEqual({ day, time });
	});

	it('that the clocks skip moves one hour later', () => {
		const at = fromZone({ day: '2026-03-29', time: '02:30' }, 'Europe/Vienna');
		expect(at).toBe('2026-03-29T03:30:00+02:00');
	});

	it('that the clocks show twice means the first instant', () => {
		const at = fromZone({ day: '2026-10-25', time: '02:30' }, 'Europe/Vienna');
		expect(at).toBe('2026-10-25T02:30:00+02:00');
	});

	it.each([
		['2026-03-29', '00:30'],
		['2026-03-29', '01:59'],
		['2026-03-29', '03:00'],
		['2026-10-25', '01:59'],
		['2026-10-25', '03:00'],
	])('near a clock change (%s %s) is unchanged after a round trip', (day, time) => {
		expect(toZone(fromZone({ day, time }, 'Europe/Vienna'), 'Europe/Vienna')).toEqual({
			day,
			time,
		});
	});

	it('without an offset is UTC, as for the service', () => {
		expect(toZone('2026-03-01T09:30', 'Asia/Kolkata')).toEqual({
			day: '2026-03-01',
			time: '15:00',
		});
		expect(formatInZone('2026-03-01T09:30', 'UTC')).toBe('1 Mar 2026, 09:30');
	});

	it('is formatted in the time zone', () => {
		expect(formatInZone('2026-07-01T07:30:00Z', 'Europe/Vienna')).toBe('1 Jul 2026, 09:30');
	});
});
