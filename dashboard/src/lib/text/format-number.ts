/**
 * Formats a number with separators, and at most three decimals. Written out, because the browser's formatter takes long
 * to create.
 *
 * @example
 * formatNumber(12345); // '12,345'
 */
export function formatNumber(number: number): string {
	const [whole, decimals] = String(Math.round(number * 1_000) / 1_000).split('.');
	const grouped = whole!.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
	return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}
