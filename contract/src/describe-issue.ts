import { z } from 'zod';

import { unknownKey, type ValidationIssue } from './issues.ts';
import type { JsonSchema } from './prompt-file/json-schema.ts';
import { listKeys } from './prompt-file/suggestion.ts';

const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>();

/**
 * The message of an issue. For an unknown key, the message lists the keys that are allowed there.
 *
 * @example
 * const value = { events: ['made'], properties: {} };
 * describeIssue(triggerSchema, value, { path: ['properties'], message: 'is not known here' });
 * // 'is not known here; known are: events, where, verified'
 */
export function describeIssue(
	schema: z.ZodType,
	value: unknown,
	{ path, message }: ValidationIssue,
): string {
	if (message !== unknownKey) return message;
	let jsonSchema = jsonSchemas.get(schema);
	if (!jsonSchema) {
		jsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
		jsonSchemas.set(schema, jsonSchema);
	}
	const known = listKeys(jsonSchema, value, path.slice(0, -1));
	return known.length === 0 ? message : `${message}; known are: ${known.join(', ')}`;
}
