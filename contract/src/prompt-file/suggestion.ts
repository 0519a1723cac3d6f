import { unknownKey, type ValidationIssue } from '../issues.ts';
import { findClosestWord } from './closest-word.ts';
import type { JsonSchema } from './json-schema.ts';
import { findBranches, isObject, stepInto } from './schema-branches.ts';

const oneOf = 'must be one of ';

/** The key or word that the author probably meant to write. */
export function suggestWord(
	root: JsonSchema,
	content: unknown,
	issue: ValidationIssue,
): string | undefined {
	const at = issue.path.at(-1);
	if (issue.message === unknownKey && typeof at === 'string') {
		return findClosestWord(at, listMissingKeys(root, content, issue.path.slice(0, -1)));
	}
	const words = issue.message.startsWith(oneOf)
		? issue.message.slice(oneOf.length).split(', ')
		: [];
	const word = readPath(content, issue.path);
	return typeof word === 'string' ? findClosestWord(word, words) : undefined;
}

/** Keys that are allowed at a path and do not exist there yet. */
function listMissingKeys(
	root: JsonSchema,
	content: unknown,
	path: ValidationIssue['path'],
): string[] {
	const value = readPath(content, path);
	const exists = (key: string) => isObject(value) && Object.hasOwn(value, key);
	return listKeys(root, content, path).filter((key) => !exists(key));
}

/** Keys that are allowed at a path. */
export function listKeys(
	root: JsonSchema,
	content: unknown,
	path: ValidationIssue['path'],
): string[] {
	let schemas = findBranches(root, root, content);
	let value = content;
	for (const key of path) {
		value = readPath(value, [key]);
		schemas = stepInto(root, schemas, key).flatMap((schema) => findBranches(root, schema, value));
	}
	return [...new Set(schemas.flatMap((schema) => Object.keys(schema.properties ?? {})))];
}

function readPath(value: unknown, path: ValidationIssue['path']): unknown {
	return path.reduce<unknown>((within, key) => {
		if (typeof within !== 'object' || within === null) return undefined;
		return Object.hasOwn(within, key)
			? (within as Record<string | number, unknown>)[key]
			: undefined;
	}, value);
}
