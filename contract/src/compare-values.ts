/** One path at which two values differ; `before` or `after` is absent where the path is missing. */
export type Change = { path: string; before?: unknown; after?: unknown };

/**
 * The paths at which two JSON values differ.
 *
 * @example
 * compareValues({ a: [1, 2] }, { a: [1, 3] }); // [{ path: 'a.1', before: 2, after: 3 }]
 */
export function compareValues(before: unknown, after: unknown, path = ''): Change[] {
	if (Object.is(before, after)) return [];
	if (!isNested(before) || !isNested(after) || Array.isArray(before) !== Array.isArray(after)) {
		return [
			{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
		];
	}
	const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
	return [...keys].flatMap((key) =>
		compareValues(before[key], after[key], path ? `${path}.${key}` : key),
	);
}

function isNested(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
