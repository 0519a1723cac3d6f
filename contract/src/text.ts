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
