import type { ValidationIssue } from './issues.ts';
import type { Prompt } from './prompt.ts';
import { reservedKeys } from './values.ts';

/**
 * Finds questions whose answers would be refused, because their ID is a reserved key. Not part of `promptSchema`,
 * which also reads stored revisions.
 */
export function findReservedIds({
	questions,
	experiment,
}: Pick<Prompt, 'questions' | 'experiment'>): ValidationIssue[] {
	const lists = [
		{ path: ['questions'], list: questions },
		...(experiment?.variants ?? []).map((variant, at) => ({
			path: ['experiment', 'variants', at, 'questions'],
			list: variant.questions ?? [],
		})),
	];
	return lists.flatMap(({ path, list }) =>
		list.flatMap(({ id }, at) =>
			reservedKeys.has(id)
				? [{ path: [...path, at, 'id'], message: `"${id}" is reserved; choose another ID` }]
				: [],
		),
	);
}
