import { z } from 'zod';

import { dayOrTimeSchema, limits } from '@feedback/contract';
import { promptNameSchema } from './uuid.ts';

// Options that several commands share.

type Meta = { description: string; placeholder?: string };

/** Adds the description of an option, and the placeholder of its value in the help. */
export function option<Schema extends z.ZodType>(
	schema: Schema,
	description: string,
	placeholder?: string,
): Schema {
	return schema.meta({ description, ...(placeholder && { placeholder }) } satisfies Meta);
}

export const promptUuid = option(
	promptNameSchema,
	'The prompt, by UUID or survey ID; "prompt list" shows them.',
	'prompt_uuid',
);

export const confirmedName = option(
	z.string().min(1).max(200).optional(),
	'Its exact name, to confirm the deletion; a terminal prompts for it.',
	'name',
);

export const promptFile = option(
	z.string().min(1),
	'The prompt as YAML or JSON, "-" for standard input.',
	'prompt_file',
);

export const idempotencyKey = option(
	z
		.string()
		.regex(limits.management.idempotencyKey, 'must be 1 to 255 visible ASCII characters')
		.optional(),
	'Repeating the command with the same key returns the first result.',
	'key',
);

export const limit = option(
	z.coerce
		.number()
		.int()
		.min(1)
		.max(limits.management.page.max)
		.default(limits.management.page.default),
	`How many, at most ${limits.management.page.max}.`,
	'number',
);

export const cursor = option(
	z.string().max(200).optional(),
	'Continue after the previous page.',
	'cursor',
);

/** A time, or a day, which starts at midnight UTC. */
export function instant(description: string) {
	return option(dayOrTimeSchema.optional(), description, 'time');
}
