import { unknownKey, type Fault } from '../faults.ts';
import { findClosestWord } from './closest-word.ts';
import type { JsonSchema } from './json-schema.ts';
import { findBranches, isObject, stepInto } from './schema-branches.ts';

const oneOf = 'must be one of ';

/** The key or word that the author probably meant by the one at fault. */
export function suggestWord(root: JsonSchema, content: unknown, fault: Fault): string | undefined {
	const at = fault.path.at(-1);
	if (fault.message === unknownKey && typeof at === 'string') {
		return findClosestWord(at, listKeys(root, content, fault.path.slice(0, -1)));
	}
	const words = fault.message.startsWith(oneOf)
		? fault.message.slice(oneOf.length).split(', ')
		: [];
	const word = readPath(content, fault.path);
	return typeof word === 'string' ? findClosestWord(word, words) : undefined;
}

/** Keys that may stand at a path and are not there yet. */
export function listKeys(root: JsonSchema, content: unknown, path: Fault['path']): string[] {
	let schemas = findBranches(root, root, content);
	let value = content;
	for (const key of path) {
		value = readPath(value, [key]);
		schemas = stepInto(root, schemas, key).flatMap((schema) => findBranches(root, schema, value));
	}
	const keys = new Set(schemas.flatMap((schema) => Object.keys(schema.properties ?? {})));
	return [...keys].filter((key) => !(isObject(value) && Object.hasOwn(value, key)));
}

function readPath(value: unknown, path: Fault['path']): unknown {
	return path.reduce<unknown>((within, key) => {
		if (typeof within !== 'object' || within === null) return undefined;
		return Object.hasOwn(within, key)
			? (within as Record<string | number, unknown>)[key]
			: undefined;
	}, value);
}
