/**
 * A time in the person's own time zone, exact to the minute.
 *
 * @example
 * sayMoment('2026-11-20T16:00:00Z'); // '20 Nov 2026, 16:00' in London
 */
export function sayMoment(at: string): string {
	return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
