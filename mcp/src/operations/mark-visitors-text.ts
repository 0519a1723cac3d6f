import { markEntries, markUntrusted } from '../clean.ts';

/** Fields of results that hold what visitors wrote or what the app said about them. */
const fromVisitors = new Set([
	'account',
	'answers',
	'changes',
	'examples',
	// Visitors name events too.
	'name',
	'quote',
	'quotes',
	'sentence',
	'text',
	'texts',
	'value',
	'values',
]);

/** Fields whose keys visitors choose, too. */
const named = new Set(['properties', 'traits']);

/** Marks the visitors' text in the result of any operation. */
export function markVisitorsText(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(markVisitorsText);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, markField(key, inner)]),
	);
}

function markField(key: string, value: unknown): unknown {
	if (fromVisitors.has(key)) return markUntrusted(value);
	const isNamed = named.has(key) && typeof value === 'object' && value !== null;
	return isNamed && !Array.isArray(value) ? markEntries(value) : markVisitorsText(value);
}
