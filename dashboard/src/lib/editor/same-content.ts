/**
 * Whether two values are equal as JSON, regardless of key order.
 *
 * @example
 * isSameContent({ a: 1, b: undefined }, { a: 1 }); // true
 */
export function isSameContent(one: unknown, other: unknown): boolean {
	return JSON.stringify(sortKeys(one)) === JSON.stringify(sortKeys(other));
}

function sortKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sortKeys);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}
