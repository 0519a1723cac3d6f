/**
 * The current time with its zone, so that it can be read in any time zone.
 *
 * @example
 * writeNow(); // '25 November 2026 at 11:02 CET'
 */
export function writeNow(): string {
	return new Date().toLocaleString('en-GB', {
		day: 'numeric',
		month: 'long',
		year: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		timeZoneName: 'short',
	});
}
