/**
 * A share of 1 in percent, without rounding errors of the multiplication.
 *
 * @example
 * formatShare(0.07); // '7%'
 */
export function formatShare(share: number): string {
	return `${Number((share * 100).toPrecision(12))}%`;
}
