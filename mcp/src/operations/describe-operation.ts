import { listFields, promptSchema, type Route } from '@feedback/contract';
import { z } from 'zod';

import { describeSchema } from '../describe-schema.ts';

type Json = Record<string, unknown>;

/** Levels of a schema that a description includes. */
const depth = 4;

/** The input of an operation as JSON Schema, its path, query and body in one object. */
export function describeInput(route: Route): Json {
	const fields = listFields(route);
	const described = Object.entries(fields).map(([name, schema]) => [name, describeField(schema)]);
	const required = Object.entries(fields)
		// A body of several shapes requires what all of them require; the error of a call is more precise.
		.filter(([, schema]) => !schema.safeParse(undefined).success)
		.map(([name]) => name);
	return {
		type: 'object',
		properties: Object.fromEntries(described) as Json,
		...(required.length > 0 && { required }),
	};
}

/** The result of an operation as JSON Schema. */
export function describeOutput(route: Route): Json {
	return describeSchema(route.output, 'output', depth);
}

function describeField(schema: z.ZodType): Json {
	if (unwrap(schema) === promptSchema) {
		return { type: 'object', description: 'The whole prompt; prompt_schema describes it' };
	}
	return describeSchema(readsJson(schema) ?? schema, 'input', depth);
}

function unwrap(schema: z.ZodType): z.ZodType {
	const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
	return isWrapped ? unwrap(schema.unwrap() as z.ZodType) : schema;
}

/** The schema behind a text of JSON; a caller passes its value instead. */
function readsJson(schema: z.ZodType): z.ZodType | undefined {
	const inner = unwrap(schema);
	const out = inner instanceof z.ZodPipe ? (inner.out as z.ZodType) : undefined;
	return out instanceof z.ZodObject || out instanceof z.ZodUnion || out instanceof z.ZodLazy
		? out
		: undefined;
}
