const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
	['second', 1],
];

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });

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
	return words.format(-Math.floor(seconds / size), unit);
}
