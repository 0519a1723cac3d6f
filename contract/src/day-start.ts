import { isDate } from './date.ts';

/**
 * The first instant of a day in a time zone: where midnight does not exist, the hour after it, and where it occurs
 * twice, the earlier one.
 *
 * @param day such as `2026-11-20`
 * @example
 * dayStart('2026-11-20', 'Europe/Vienna'); // '2026-11-19T23:00:00.000Z'
 */
export function dayStart(day: string, timeZone: string): string {
	const midnight = Date.parse(`${day}T00:00:00Z`);
	// By the offset of the day before and by that of the day after: they differ when the clocks change.
	const starts = [-26, 26].map((hours) => midnight - offset(midnight + hours * hour, timeZone));
	const first = Math.min(...starts);
	return new Date(dayInZone(timeZone, first) === day ? first : Math.max(...starts)).toISOString();
}

/** Whether the text is a day such as `2026-11-20`. */
export function isDay(text: string): boolean {
	return text.length === 10 && isDate(text);
}

/** The instant at which a period starts: `from` is its first day, or that instant. */
export function periodStart(from: string, timeZone: string): string {
	return isDay(from) ? dayStart(from, timeZone) : from;
}

/** The instant before which a period ends: `to` is its last day, or that instant. */
export function periodEnd(to: string, timeZone: string): string {
	return isDay(to) ? dayStart(shiftDay(to, 1), timeZone) : to;
}

/** Adds days to a day. */
export function shiftDay(day: string, days: number): string {
	return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The current day in a time zone. */
export function dayInZone(timeZone: string, now: number): string {
	return new Date(now + offset(now, timeZone)).toISOString().slice(0, 10);
}

const hour = 3_600_000;

/** Making one costs more than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
	const made =
		formats.get(timeZone) ??
		new Intl.DateTimeFormat('en-US', {
			timeZone,
			hourCycle: 'h23',
			year: 'numeric',
			month: 'numeric',
			day: 'numeric',
			hour: 'numeric',
			minute: 'numeric',
			second: 'numeric',
		});
	formats.set(timeZone, made);
	return made;
}

/** Offset of the time zone from UTC in milliseconds. */
function offset(at: number, timeZone: string): number {
	// Many sites use it, and making a format takes a tenth of a second on a phone.
	if (timeZone === 'UTC') return 0;
	const parts = formatIn(timeZone).formatToParts(at);
	const part = (type: Intl.DateTimeFormatPartTypes) =>
		Number(parts.find((candidate) => candidate.type === type)?.value);
	const there = Date.UTC(
		part('year'),
		part('month') - 1,
		part('day'),
		part('hour'),
		part('minute'),
		part('second'),
	);
	return there - Math.floor(at / 1_000) * 1_000;
}
