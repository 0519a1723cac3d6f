/**
 * Formats a time in the browser's time zone, to the minute.
 *
 * @example
 * formatMoment('2026-11-20T16:00:00Z'); // '20 Nov 2026, 16:00' in London
 */
export function formatMoment(at: string): string {
	return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
