import type { SeenKey } from '../read-seen.ts';
import { isDateText } from './typed-value.ts';

const mostValues = 20;

/**
 * The properties of several events as those of one, the most frequent first.
 *
 * @example
 * mergeSeen([ofExport, ofShare]).map(({ key }) => key); // ['format', 'pages']
 */
export function mergeSeen(lists: readonly SeenKey[][]): SeenKey[] {
	const byKey = new Map<string, SeenKey>();
	for (const one of lists.flat()) {
		const known = byKey.get(one.key);
		byKey.set(one.key, known ? mergeKey(known, one) : one);
	}
	return [...byKey.values()].sort((one, other) => other.count - one.count);
}

function mergeKey(one: SeenKey, other: SeenKey): SeenKey {
	const counts = new Map(one.values.map(({ value, count }) => [value, count]));
	for (const { value, count } of other.values) counts.set(value, (counts.get(value) ?? 0) + count);
	const values = [...counts].map(([value, count]) => ({ value, count }));
	return {
		key: one.key,
		count: one.count + other.count,
		types: [...new Set([...one.types, ...other.types])],
		values: values.sort((a, b) => b.count - a.count).slice(0, mostValues),
	};
}

/** What kinds of comparison can hold for values like those that were seen. */
export function kindsSeen(seen: SeenKey | undefined): ('text' | 'number' | 'date')[] {
	if (!seen) return [];
	const texts = seen.values.map(({ value }) => value).filter((value) => typeof value === 'string');
	const areDates = texts.length > 0 && texts.every(isDateText);
	return [
		...(seen.types.includes('number') ? (['number'] as const) : []),
		...(areDates ? (['date'] as const) : []),
		...(seen.types.includes('string') ? (['text'] as const) : []),
	];
}
