import { z } from 'zod';

/** A JSON object in a query, of the given schema; `example` is one. */
export function jsonQuery<Schema extends z.ZodType>(schema: Schema, example: string) {
	return z
		.string()
		.max(8_192)
		.transform((text, context) => {
			try {
				return JSON.parse(text) as unknown;
			} catch {
				context.addIssue({ code: 'custom', message: `must be a JSON object such as ${example}` });
				return z.NEVER;
			}
		})
		.pipe(schema as z.ZodType<z.output<Schema>>);
}
