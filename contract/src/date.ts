/**
 * The format of dates in traits, properties and conditions: a day, or a day and a time in ISO 8601. Times without an
 * offset are in UTC. The SQL function `app.parse_instant` accepts the same texts.
 */
export const datePattern =
	/^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-5]):[0-5]\d)?)?$/;

/**
 * True for a text that is a valid date.
 *
 * @example
 * isDate('2026-03-01T09:30Z'); // true
 * isDate('2026-02-30'); // false
 */
export function isDate(text: string): boolean {
	if (!datePattern.test(text)) return false;
	const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number];
	return day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
	if (month === 2) return year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0) ? 29 : 28;
	return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
