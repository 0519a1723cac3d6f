import { z } from 'zod';

import { ServiceError } from '../errors.ts';
import { parseInput } from '../parse.ts';
import { findClosestWord } from '../prompt-file/closest-word.ts';
import type { Route } from '../routes/route.ts';

/** The schemas of a route's parameters by their names; a body of several shapes has the fields of all. */
export function listFields(route: Route): Record<string, z.ZodType> {
	return { ...route.params?.shape, ...route.query?.shape, ...fieldsOf(route.body) };
}

function fieldsOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
	if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>;
	if (schema instanceof z.ZodUnion) {
		const shapes = (schema.options as z.ZodType[]).map(fieldsOf);
		return Object.assign({}, ...shapes) as Record<string, z.ZodType>;
	}
	if (schema instanceof z.ZodPipe) {
		const { in: before, out } = schema as unknown as { in: z.ZodType; out: z.ZodType };
		return { ...fieldsOf(before), ...fieldsOf(out) };
	}
	return {};
}

/**
 * The input of a call as the client takes it: JSON for conditions in queries is written from objects. Throws
 * `invalid_request` for a parameter that the route does not have, lacks or refuses; the service checks the body. What
 * only people may do is not checked: the service refuses it, with the page on which a person does it.
 */
export function prepareInput(
	route: Route,
	given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
	if (route.need === 'person') return { ...emptyPath(route), ...given };
	const fields = listFields(route);
	const unknown = Object.keys(given).find((key) => !Object.hasOwn(fields, key));
	if (unknown !== undefined) throw explainUnknown(unknown, Object.keys(fields));
	const inQuery = Object.keys(route.query?.shape ?? {});
	const input = Object.fromEntries(
		Object.entries(given).map(([key, value]) => [
			key,
			inQuery.includes(key) && isRecord(value) ? JSON.stringify(value) : value,
		]),
	);
	if (route.params) parseInput(route.params, pick(input, Object.keys(route.params.shape)));
	if (route.query) parseInput(route.query, pick(input, inQuery));
	return input;
}

/** A placeholder for each parameter of the path. */
function emptyPath(route: Route): Record<string, unknown> {
	return Object.fromEntries(Object.keys(route.params?.shape ?? {}).map((key) => [key, '-']));
}

function explainUnknown(name: string, known: string[]): ServiceError {
	const closest = findClosestWord(name, known);
	const list = known.length > 0 ? `; known are: ${known.join(', ')}` : '';
	return new ServiceError('invalid_request', {
		field: name,
		message: `${name} is not known here${list}`,
		...(closest !== undefined && { hint: `Did you mean ${closest}?` }),
	});
}

function pick(value: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
	return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}

function isRecord(value: unknown): boolean {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
