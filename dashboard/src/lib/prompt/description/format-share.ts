/**
 * A share of 1 in percent, without rounding errors of the multiplication.
 *
 * @example
 * formatShare(0.07); // '7%'
 */
export function formatShare(share: number): string {
	return `${Number((share * 100).toPrecision(12))}%`;
}

/**
 * A share of 1 in percent, to one decimal place; never “0%” or “100%” for a share between them.
 *
 * @example
 * roundShare(1 / 3); // '33.3%'
 */
export function roundShare(share: number): string {
	if (share > 0 && share < 0.001) return 'less than 0.1%';
	if (share > 0.999 && share < 1) return 'more than 99.9%';
	return formatShare(Number(share.toFixed(3)));
}
