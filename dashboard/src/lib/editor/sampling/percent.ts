/**
 * A share as the percentage that people type, and back; what is no number stays as it was typed.
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
