import { formatNumber } from './format-number.ts';

/**
 * Formats a number that was counted up to a limit.
 *
 * @example
 * formatCount(12, 1_000); // '12'
 * formatCount(1_000, 1_000); // '1,000+'
 */
export function formatCount(count: number, limit: number): string {
	return count >= limit ? `${formatNumber(limit)}+` : formatNumber(count);
}
