import type { z } from 'zod';

import { ServiceError } from './errors.ts';
import { listIssues } from './issues.ts';
import { describeIssue } from './describe-issue.ts';

/** Characters of a key that an error repeats. */
const longestKey = 200;

/**
 * Parses a value from outside, or throws `invalid_request` naming the first wrong field and the allowed
 * values.
 *
 * @example
 * parseInput(eventNameSchema, '', 'name'); // throws: name must have at least 1 character
 */
export function parseInput<Schema extends z.ZodType>(
	schema: Schema,
	value: unknown,
	at = '',
): z.output<Schema> {
	const parsed = schema.safeParse(value, { reportInput: true });
	if (parsed.success) return parsed.data;
	const issue = listIssues(parsed.error)[0]!;
	const field = [at, ...issue.path.map((part) => String(part).slice(0, longestKey))]
		.filter((part) => part !== '')
		.join('.');
	throw new ServiceError(issue.unsafeText ? 'unsafe_text' : 'invalid_request', {
		message: `${field || 'The value'} ${describeIssue(schema, value, issue)}`,
		...(field && { field }),
	});
}
