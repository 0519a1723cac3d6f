import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

type Json = { [key: string]: unknown };

const keptKeywords = [
	'type',
	'enum',
	'const',
	'description',
	'default',
	'required',
	'maximum',
	'maxLength',
	'maxItems',
];

/**
 * Describes an input or output as JSON Schema for the list of tools: everything needed for a call,
 * without patterns and lower bounds, and without the properties of objects deeper than `depth`. The server
 * validates with the full schema.
 */
export function describeSchema(
	schema: z.ZodType,
	io: 'input' | 'output',
	depth: number,
): Record<string, unknown> {
	const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
	return shortenSchema(json, depth, io);
}

/** Reduces a JSON Schema to what a caller needs. */
function shortenSchema(schema: Json, depth: number, io: 'input' | 'output'): Json {
	const short: Json = {};
	for (const key of keptKeywords) {
		if (io === 'output' && key !== 'type' && key !== 'enum') continue;
		// Zod gives every integer without a maximum the largest safe integer.
		if (schema[key] !== undefined && schema[key] !== Number.MAX_SAFE_INTEGER) {
			short[key] = schema[key];
		}
	}
	const { properties, items, anyOf } = schema as {
		properties?: Record<string, Json>;
		items?: Json;
		anyOf?: Json[];
	};
	if (anyOf) Object.assign(short, shortenUnion(anyOf, depth, io));
	if (depth <= 0) return short;
	if (items) short['items'] = shortenSchema(items, depth - 1, io);
	if (properties) {
		short['properties'] = Object.fromEntries(
			Object.entries(properties).map(([key, inner]) => [key, shortenSchema(inner, depth - 1, io)]),
		);
		// A result has all of its fields: only a caller needs to know which fields are optional.
		if (schema['required'] && io === 'input') short['required'] = schema['required'];
	}
	return short;
}

// A union of plain types, such as `string | null`, is shorter as a list of types.
function shortenUnion(schemas: Json[], depth: number, io: 'input' | 'output'): Json {
	const short = schemas.map((schema) => shortenSchema(schema, depth, io));
	const plain = short.every(({ type, ...rest }) => type && Object.keys(rest).length === 0);
	if (!plain) return { anyOf: short };
	const types = [...new Set(short.map(({ type }) => type))];
	return { type: types.length === 1 ? types[0] : types };
}

/** A schema that describes without validating: the tool validates, so that errors have our messages. */
export function asStandardSchema(json: Record<string, unknown>): StandardSchemaWithJSON {
	return {
		'~standard': {
			version: 1,
			vendor: 'feedback',
			validate: (value: unknown) => ({ value }),
			jsonSchema: { input: () => json, output: () => json },
		},
	};
}
