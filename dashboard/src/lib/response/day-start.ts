/**
 * When a day begins in a time zone, as an instant.
 *
 * @param day such as `2026-11-20`
 * @example
 * dayStart('2026-11-20', 'Europe/Vienna'); // '2026-11-19T23:00:00.000Z'
 */
export function dayStart(day: string, timeZone: string): string {
	const wanted = Date.parse(`${day}T00:00:00Z`);
	// The clock may be put forward or back between the two guesses.
	const near = wanted - offset(wanted, timeZone);
	return new Date(wanted - offset(near, timeZone)).toISOString();
}

/** The day before or after by so many days. */
export function shiftDay(day: string, days: number): string {
	return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The day that it is in a time zone. */
export function dayIn(timeZone: string, now: number): string {
	return new Date(now + offset(now, timeZone)).toISOString().slice(0, 10);
}

/** Milliseconds by which the zone's clocks are ahead of UTC. */
function offset(at: number, timeZone: string): number {
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone,
		hourCycle: 'h23',
		...{ year: 'numeric', month: 'numeric', day: 'numeric' },
		...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
	}).formatToParts(at);
	const part = (type: Intl.DateTimeFormatPartTypes) =>
		Number(parts.find((candidate) => candidate.type === type)?.value);
	const [month, day, hour] = [part('month') - 1, part('day'), part('hour')];
	const there = Date.UTC(part('year'), month, day, hour, part('minute'), part('second'));
	return there - Math.floor(at / 1_000) * 1_000;
}
