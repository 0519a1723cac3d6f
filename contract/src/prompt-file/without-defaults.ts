import type { Prompt, PromptInput } from '../prompt.ts';
import { promptJsonSchema } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { findBranches, isObject, stepInto } from './schema-branches.ts';

let root: JsonSchema | undefined;

/** The shortest form of a prompt that an author could write, without fields that have their default value. */
export function withoutDefaults(prompt: Prompt): PromptInput {
	root ??= promptJsonSchema();
	return strip(root, [root], prompt) as PromptInput;
}

// Keys that come first and last, for readers. The others keep the schema's order.
const firstKeys = ['id', 'type', 'title', 'trait', 'property', 'context', 'op'];
const lastKeys = ['branches'];

function strip(root: JsonSchema, schemas: JsonSchema[], value: unknown): unknown {
	const branches = schemas.flatMap((schema) => findBranches(root, schema, value));
	if (Array.isArray(value)) {
		return value.map((item, at) => strip(root, stepInto(root, branches, at), item));
	}
	if (!isObject(value)) return value;
	const keys = Object.keys(value).filter((key) => value[key] !== undefined);
	const sorted = [
		...firstKeys.filter((key) => keys.includes(key)),
		...keys.filter((key) => !firstKeys.includes(key) && !lastKeys.includes(key)),
		...lastKeys.filter((key) => keys.includes(key)),
	];
	const kept = sorted.flatMap((key): [string, unknown][] => {
		const within = stepInto(root, branches, key);
		const stripped = strip(root, within, value[key]);
		return within.some((schema) => isDefault(root, schema, stripped)) ? [] : [[key, stripped]];
	});
	return Object.fromEntries(kept);
}

function isDefault(root: JsonSchema, schema: JsonSchema, stripped: unknown): boolean {
	if (schema.default === undefined) return false;
	return JSON.stringify(strip(root, [schema], schema.default)) === JSON.stringify(stripped);
}
