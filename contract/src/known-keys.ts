import { z } from 'zod';

import { unknownKey, type Fault } from './faults.ts';
import type { JsonSchema } from './prompt-file/json-schema.ts';
import { listKeys } from './prompt-file/suggestion.ts';

const shapes = new WeakMap<z.ZodType, JsonSchema>();

/**
 * The message of a fault; that of an unknown key names the keys that may be there instead.
 *
 * @example
 * const value = { events: ['made'], properties: {} };
 * sayFault(triggerSchema, value, { path: ['properties'], message: 'is not known here' });
 * // 'is not known here; known are: where, verified'
 */
export function sayFault(schema: z.ZodType, value: unknown, { path, message }: Fault): string {
	if (message !== unknownKey) return message;
	let shape = shapes.get(schema);
	if (!shape) {
		shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
		shapes.set(schema, shape);
	}
	const known = listKeys(shape, value, path.slice(0, -1));
	return known.length === 0 ? message : `${message}; known are: ${known.join(', ')}`;
}
