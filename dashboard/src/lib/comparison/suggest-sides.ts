import type { Comparing } from './comparing.ts';

type Known = {
	/** Number of the published or latest revision; undefined while it loads. */
	revision: number | undefined;
	/** Keys of the variants of that revision. */
	variants: readonly string[];
	/** Each `key:value`. */
	traits: readonly string[];
};

/**
 * The sides to begin with: the newest revision and the one before, the first two variants, or two values of a trait.
 * Empty if there is nothing to compare.
 *
 * @example
 * suggestSides('revision', { revision: 3, variants: [], traits: [] }); // { one: '3', other: '2' }
 */
export function suggestSides(
	by: Comparing['by'],
	{ revision = 0, variants, traits }: Known,
): { one: string; other: string } {
	const [one, other] = {
		'': [],
		period: [],
		revision: revision > 1 ? [String(revision), String(revision - 1)] : [],
		variant: variants,
		trait: findTwoValues(traits),
	}[by];
	return one === undefined || other === undefined ? { one: '', other: '' } : { one, other };
}

function findTwoValues(traits: readonly string[]): readonly string[] {
	const keyOf = (trait: string) => trait.slice(0, trait.indexOf(':') + 1);
	for (const trait of traits) {
		const same = traits.filter((other) => keyOf(other) === keyOf(trait));
		if (same.length > 1) return same;
	}
	return [];
}
