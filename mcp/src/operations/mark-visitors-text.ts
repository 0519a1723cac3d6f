import { markUntrusted } from '../clean.ts';

/** Fields of results that hold what visitors wrote or what the app said about them. */
const fromVisitors = new Set([
	'account',
	'answers',
	'examples',
	'properties',
	'quote',
	'quotes',
	'sentence',
	'text',
	'texts',
	'traits',
	'value',
	'values',
]);

/** Marks the visitors' text in the result of any operation. */
export function markVisitorsText(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(markVisitorsText);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [
			key,
			fromVisitors.has(key) ? markUntrusted(inner) : markVisitorsText(inner),
		]),
	);
}
