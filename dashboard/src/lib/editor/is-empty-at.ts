import type { FieldPath } from './field-path.ts';

/**
 * Whether nothing was entered at a path.
 *
 * @example
 * isEmptyAt({ questions: [{ title: '' }] }, ['questions', 0, 'title']); // true
 */
export function isEmptyAt(content: unknown, path: FieldPath): boolean {
	let at = content;
	for (const key of path) {
		if (typeof at !== 'object' || at === null) return true;
		at = (at as Record<PropertyKey, unknown>)[key];
	}
	return at === undefined || at === null || at === '' || (Array.isArray(at) && at.length === 0);
}
