import { z } from 'zod';

// Postgres refuses both in jsonb, and half a pair is no text anyway.
const unsafe = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** True when the text holds a NUL or half of a surrogate pair. */
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

// Controls, line separators, and what overrides or isolates the direction of text: it makes others read something
// else than is there. Marks of a direction stay, as Arabic and Hebrew are typed with them.
const misleading = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** A name that people read in lists and requests: text on one line that cannot mislead its reader. */
export function nameText(max: number) {
	return text(max).refine((value) => !misleading.test(value), {
		error:
			'must not hold line breaks, control characters or characters that override the direction of text',
	});
}
