import type { JsonSchema } from './json-schema.ts';

/**
 * The schemas that may apply to a value, with references resolved. Of several shapes, returns those that match the
 * value's discriminators (`type: rating`, `op: is`), or all shapes when none matches.
 */
export function findBranches(root: JsonSchema, schema: JsonSchema, value: unknown): JsonSchema[] {
	const name = schema.$ref?.replace('#/$defs/', '');
	if (name !== undefined) return findBranches(root, root.$defs?.[name] ?? {}, value);
	const shapes = schema.anyOf ?? schema.oneOf;
	if (!shapes) return [schema];
	const all = shapes.flatMap((shape) => findBranches(root, shape, value));
	const matching = all.filter((shape) => matchesShape(shape, value));
	return matching.length > 0 ? matching : all;
}

/** The schemas that may apply to the value at `key`. */
export function stepInto(root: JsonSchema, schemas: JsonSchema[], key: string | number) {
	return schemas.flatMap((schema): JsonSchema[] => {
		if (typeof key === 'number') return schema.items ? [schema.items] : [];
		const named = schema.properties;
		if (named && Object.hasOwn(named, key)) return [named[key]!];
		const others = schema.additionalProperties;
		return typeof others === 'object' ? [others] : [];
	});
}

// A shape matches when the value has each of its constants.
function matchesShape(shape: JsonSchema, value: unknown): boolean {
	if (!isObject(value)) return shape.type !== 'object';
	if (shape.type !== 'object') return false;
	const words = Object.entries(shape.properties ?? {}).filter(
		([, schema]) => schema.const !== undefined || schema.enum !== undefined,
	);
	return words.every(([key, schema]) => {
		if (!Object.hasOwn(value, key)) return !shape['required'] || !isRequired(shape, key);
		return schema.const === value[key] || (schema.enum?.includes(value[key]) ?? false);
	});
}

function isRequired(shape: JsonSchema, key: string): boolean {
	const required = shape['required'];
	return Array.isArray(required) && required.includes(key);
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
