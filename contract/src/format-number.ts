/**
 * Formats a number with thousands separators and at most three decimals. Implemented by hand, because creating an
 * `Intl.NumberFormat` is slow.
 *
 * @example
 * formatNumber(12345); // '12,345'
 */
export function formatNumber(number: number): string {
	const [whole, decimals] = String(Math.round(number * 1_000) / 1_000).split('.');
	const grouped = whole!.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
	return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}
