import { z } from 'zod';

/** The schema, for records with at most so many keys: the keys are counted before any value is parsed. */
export function boundRecord<Schema extends z.ZodType>(
	schema: Schema,
	most: number,
	what: string,
): Schema {
	return z.preprocess((value, context) => {
		const count = typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
		if (count <= most) return value;
		context.addIssue({ code: 'custom', message: `has ${count} ${what}, at most ${most}` });
		return z.NEVER;
	}, schema) as unknown as Schema;
}
