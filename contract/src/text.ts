import { z } from 'zod';

// Postgres rejects both in jsonb.
const unsafe = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** True when the text contains a NUL character or half of a surrogate pair. */
export function isUnsafeText(text: string): boolean {
	return unsafe.test(text);
}

/** Text from outside, `min` to `max` characters. */
export function text(max: number, min = 1) {
	return z
		.string()
		.min(min)
		.max(max)
		.refine((value) => !isUnsafeText(value), {
			error: 'holds a NUL character or half of a surrogate pair',
			params: { code: 'unsafe_text' },
		});
}

// Control characters, line separators, and overrides or isolates of the text direction. They make text look different
// from what it contains. Direction marks are allowed: Arabic and Hebrew need them.
const misleading = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const misleadingInLines = /[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** A name that people read in lists and requests: one line, without characters that could mislead them. */
export function nameText(max: number) {
	return text(max)
		.refine((value) => value === '' || value.trim() !== '', { error: 'must hold more than spaces' })
		.refine((value) => !misleading.test(value), {
			error:
				'must not hold line breaks, control characters or characters that override the direction of text',
		});
}

/** A short message of a person, which may have several lines, without characters that could mislead its reader. */
export function messageText(max: number) {
	return text(max)
		.refine((value) => value.trim() !== '', { error: 'must hold more than spaces' })
		.refine((value) => !misleadingInLines.test(value), {
			error: 'must not hold control characters or characters that override the direction of text',
		});
}
