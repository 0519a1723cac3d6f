import { limits } from '@feedback/contract';

const mostSeconds = limits.delivery.retryAfterHours * 3_600;

/** Reads the seconds of a `Retry-After` header, which contains seconds or a date; null for anything else. */
export function readRetryAfter(header: string | null, now: Date): number | null {
	const text = header?.trim() ?? '';
	if (/^\d{1,10}$/.test(text)) return Math.min(Number(text), mostSeconds);
	// `Date.parse` accepts much more than HTTP dates, such as "1".
	const milliseconds = /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) - now.getTime() : Number.NaN;
	if (Number.isNaN(milliseconds)) return null;
	return Math.min(Math.max(0, Math.ceil(milliseconds / 1_000)), mostSeconds);
}
