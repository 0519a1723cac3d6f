/** Something that a field offers to choose instead of typing it. */
export type Suggestion = {
	/** What the field then holds. */
	text: string;
	/** Beside it, faint: how often it was seen. */
	note?: string;
};

/**
 * The suggestions that hold what was typed, those that begin with it first.
 *
 * @example
 * filterSuggestions([{ text: 'plan' }, { text: 'upland' }], 'PLA'); // [{ text: 'plan' }, { text: 'upland' }]
 */
export function filterSuggestions<One extends Suggestion>(
	suggestions: readonly One[],
	typed: string,
): One[] {
	const wanted = typed.trim().toLowerCase();
	const places = suggestions.map(({ text }) => text.toLowerCase().indexOf(wanted));
	const begins = suggestions.filter((_, index) => places[index] === 0);
	return [...begins, ...suggestions.filter((_, index) => places[index]! > 0)];
}
