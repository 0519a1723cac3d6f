/**
 * Converts a share to a percentage and back; anything but a number stays unchanged.
 *
 * @example
 * toPercent(0.125); // 12.5
 * fromPercent(12.5); // 0.125
 */
export function toPercent(rate: unknown): unknown {
	return typeof rate === 'number' ? Number((rate * 100).toPrecision(12)) : rate;
}

export function fromPercent(percent: number | string | undefined): number | string | undefined {
	return typeof percent === 'number' ? Number((percent / 100).toPrecision(12)) : percent;
}
