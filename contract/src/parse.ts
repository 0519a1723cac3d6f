import type { z } from 'zod';

import { ServiceError } from './errors.ts';
import { listFaults } from './faults.ts';

/**
 * Parses a value from outside, or throws `invalid_request` naming the first wrong field and what is right.
 *
 * @example
 * parseInput(eventNameSchema, '', 'name'); // throws: name must have at least 1 characters
 */
export function parseInput<Schema extends z.ZodType>(
	schema: Schema,
	value: unknown,
	at = '',
): z.output<Schema> {
	const parsed = schema.safeParse(value, { reportInput: true });
	if (parsed.success) return parsed.data;
	throw toServiceError(parsed.error, at);
}

/** The first fault of a parse as an error of the one shape. */
export function toServiceError(error: z.ZodError, at = ''): ServiceError {
	const fault = listFaults(error)[0]!;
	const field = [at, ...fault.path.map(String)].filter((part) => part !== '').join('.');
	const message = field ? `${field} ${fault.message}` : `The value ${fault.message}`;
	return new ServiceError(fault.unsafeText ? 'unsafe_text' : 'invalid_request', {
		message,
		...(field && { field }),
	});
}
