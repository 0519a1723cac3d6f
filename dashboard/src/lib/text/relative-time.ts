import { formatNumber } from './format-number.ts';

const steps: [unit: string, seconds: number][] = [
	['d', 86_400],
	['h', 3_600],
	['m', 60],
	['s', 1],
];

/**
 * Formats how long ago a time was, briefly.
 *
 * @example
 * relativeTime(Date.now() - 90_000, Date.now()); // '1m ago'
 */
export function relativeTime(at: number, now: number): string {
	const seconds = Math.floor((now - at) / 1_000);
	if (seconds < 2) return 'now';
	const [unit, size] = steps.find(([, size]) => seconds >= size) ?? steps.at(-1)!;
	return `${formatNumber(Math.floor(seconds / size))}${unit} ago`;
}
