import { z } from 'zod';

import { limits } from './limits.ts';
import { text } from './text.ts';

/** A trait or a property: string, finite number, boolean or null. */
export const valueSchema = z.union(
	[text(limits.values.string, 0), z.number(), z.boolean(), z.null()],
	{ error: 'must be a string, a number, true, false or null' },
);

/** Keys with a meaning in JavaScript. */
export const reservedKeys = new Set(['__proto__', 'constructor', 'prototype']);

export const keySchema = text(limits.values.key).refine((key) => !reservedKeys.has(key), {
	error: 'is a reserved key',
});

/** Traits or properties: a flat object within the limits. */
export const valuesSchema = z
	.record(keySchema, valueSchema)
	.refine((values) => Object.keys(values).length <= limits.values.keys, {
		error: `has more than ${limits.values.keys} keys`,
	})
	.refine(
		(values) => new TextEncoder().encode(JSON.stringify(values)).length <= limits.values.bytes,
		{ error: `is larger than ${limits.values.bytes} bytes as JSON` },
	);

/** Name of an event (service.md §8). */
export const eventNameSchema = z
	.string()
	.min(1)
	.max(limits.event.name)
	.regex(limits.event.namePattern, {
		error: 'must start with a letter or digit and hold only letters, digits, ".", "_", ":" and "-"',
	});
