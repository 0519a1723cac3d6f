import type { Prompt, PromptInput } from '../prompt.ts';
import { promptJsonSchema } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { findBranches, isObject, stepInto } from './schema-branches.ts';

let root: JsonSchema | undefined;

/** The shortest form that an author could have written: what has its default is left out. */
export function withoutDefaults(prompt: Prompt): PromptInput {
	root ??= promptJsonSchema();
	return strip(root, [root], prompt) as PromptInput;
}

// People look for these first, and for these last; the rest stands in the schema's order.
const foremost = ['id', 'type', 'title', 'trait', 'property', 'context', 'op'];
const hindmost = ['branches'];

function strip(root: JsonSchema, schemas: JsonSchema[], value: unknown): unknown {
	const branches = schemas.flatMap((schema) => findBranches(root, schema, value));
	if (Array.isArray(value)) {
		return value.map((item, at) => strip(root, stepInto(root, branches, at), item));
	}
	if (!isObject(value)) return value;
	const keys = Object.keys(value).filter((key) => value[key] !== undefined);
	const sorted = [
		...foremost.filter((key) => keys.includes(key)),
		...keys.filter((key) => !foremost.includes(key) && !hindmost.includes(key)),
		...hindmost.filter((key) => keys.includes(key)),
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
