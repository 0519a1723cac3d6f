import type { KnownKey } from '../read-suggestions.ts';
import { isDateText } from './typed-value.ts';

const maxValues = 20;

/**
 * Merges the properties of several events, the most frequent first.
 *
 * @example
 * mergeKeys([ofExport, ofShare]).map(({ key }) => key); // ['format', 'pages']
 */
export function mergeKeys(lists: readonly KnownKey[][]): KnownKey[] {
	const byKey = new Map<string, KnownKey>();
	for (const one of lists.flat()) {
		const known = byKey.get(one.key);
		byKey.set(one.key, known ? mergeKey(known, one) : one);
	}
	return [...byKey.values()].sort((one, other) => other.count - one.count);
}

function mergeKey(one: KnownKey, other: KnownKey): KnownKey {
	const counts = new Map(one.values.map(({ value, count }) => [value, count]));
	for (const { value, count } of other.values) counts.set(value, (counts.get(value) ?? 0) + count);
	const values = [...counts].map(([value, count]) => ({ value, count }));
	return {
		key: one.key,
		count: one.count + other.count,
		types: [...new Set([...one.types, ...other.types])],
		values: values.sort((a, b) => b.count - a.count).slice(0, maxValues),
	};
}

/** The kinds of comparison that can match the observed values. */
export function kindsOf(seen: KnownKey | undefined): ('text' | 'number' | 'date')[] {
	if (!seen) return [];
	const texts = seen.values.map(({ value }) => value).filter((value) => typeof value === 'string');
	const areDates = texts.length > 0 && texts.every(isDateText);
	return [
		...(seen.types.includes('number') ? (['number'] as const) : []),
		...(areDates ? (['date'] as const) : []),
		...(seen.types.includes('string') ? (['text'] as const) : []),
	];
}
