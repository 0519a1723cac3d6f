import { describe, expect, it } from 'vitest';

import vectors from '../vectors/meaning.json' with { type: 'json' };
import { dayInZone, dayStart, isDay, shiftDay } from './day-start.ts';

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

	it.each(vectors.days.cases)('$day in $zone begins at $start', ({ zone, day, start }) => {
		expect(Date.parse(dayStart(day, zone))).toBe(Date.parse(start));
	});

	it('begins at its first instant in every time zone, around every change of the clocks', () => {
		const wrong: string[] = [];
		for (const timeZone of Intl.supportedValuesOf('timeZone')) {
			const format = new Intl.DateTimeFormat('sv-SE', { timeZone });
			for (const day of findChanges(timeZone).flatMap((at) => [
				format.format(at),
				shiftDay(format.format(at), 1),
			])) {
				const start = Date.parse(dayStart(day, timeZone));
				const isFirst = format.format(start) === day && format.format(start - 1) !== day;
				if (!isFirst) wrong.push(`${day} in ${timeZone}`);
			}
		}
		expect(wrong).toEqual([]);
	}, 120_000);

	it('differs between time zones', () => {
		const now = Date.parse('2026-11-20T23:30:00.250Z');
		expect(dayInZone('UTC', now)).toBe('2026-11-20');
		expect(dayInZone('Europe/Vienna', now)).toBe('2026-11-21');
	});

	it('is a day of the calendar', () => {
		expect(['2024-02-29', '2026-02-29', '2026-02-30', '2026-3-1'].map(isDay)).toEqual([
			true,
			false,
			false,
			false,
		]);
	});

	it('has days before and after it', () => {
		expect(shiftDay('2026-03-01', -1)).toBe('2026-02-28');
		expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
	});
});

/** Noons of 2024 to 2028 by whose previous noon the offset of a time zone was another. */
function findChanges(timeZone: string): number[] {
	const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
	const noons = Array.from({ length: 5 * 366 }, (_, at) => Date.UTC(2024, 0, 1 + at, 12));
	const offsets = noons.map((at) => format.format(at).split('GMT')[1]);
	return noons.filter((_, at) => at > 0 && offsets[at] !== offsets[at - 1]);
}
