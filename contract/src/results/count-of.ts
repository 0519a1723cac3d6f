/**
 * The count of a value, 0 without one. An option may be called `constructor`, which every object has.
 *
 * @example
 * countOf({ web: 3 }, 'constructor'); // 0
 */
export function countOf(counts: Readonly<Record<string, number>>, value: string): number {
	return Object.hasOwn(counts, value) ? counts[value]! : 0;
}
