import { limits } from '@feedback/contract';

const least = limits.results.sharedLeast;
const isSmall = (count: number) => count > 0 && count < least;

/**
 * The counts of a question's choices, with null for groups that are too small to share. If the hidden counts could be
 * computed from the total, the smallest of the other groups is hidden as well.
 *
 * @example
 * hideSmallGroups([40, 3, 12]); // [40, null, null]
 */
export function hideSmallGroups(counts: readonly number[]): (number | null)[] {
	const hidden = new Set([...counts.keys()].filter((at) => isSmall(counts[at]!)));
	if (hidden.size === 0) return [...counts];
	const others = [...counts.keys()]
		.filter((at) => !hidden.has(at) && counts[at]! > 0)
		.sort((one, other) => counts[one]! - counts[other]!);
	const sum = () => [...hidden].reduce((total, at) => total + counts[at]!, 0);
	while ((hidden.size < 2 || sum() < least) && others.length > 0) hidden.add(others.shift()!);
	return counts.map((count, at) => (hidden.has(at) ? null : count));
}

/**
 * The counts of the values of a scale: all of them, or none. A score is shown beside them, and from the score and
 * the total, a single hidden group could be computed.
 *
 * @example
 * hideScale([40, 3, 12]); // [null, null, null]
 */
export function hideScale(counts: readonly number[]): (number | null)[] {
	return counts.some(isSmall) ? counts.map(() => null) : [...counts];
}

/** Whether a share reveals a group that is too small: its members, or everyone else. */
export function tellsSmallGroup(share: number, of: number): boolean {
	const inside = Math.round(share * of);
	return isSmall(inside) || isSmall(of - inside);
}
