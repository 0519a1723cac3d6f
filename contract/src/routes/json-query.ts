import { z } from 'zod';

import { parseJson } from '../bounded-json.ts';
import { ServiceError } from '../errors.ts';
import { limits } from '../limits.ts';

/** A JSON object in a query, of the given schema; `example` is one. */
export function jsonQuery<Schema extends z.ZodType>(schema: Schema, example: string) {
	return z
		.string()
		.max(8_192)
		.transform((text, context) => {
			try {
				return parseJson(text, limits.request, 'It');
			} catch (error) {
				const isJson = error instanceof ServiceError && error.code !== 'invalid_json';
				const message = isJson
					? `is too large. ${error.message}`
					: `must be a JSON object such as ${example}`;
				context.addIssue({ code: 'custom', message });
				return z.NEVER;
			}
		})
		.pipe(schema as z.ZodType<z.output<Schema>>);
}
