/** A suggestion of a text field. */
export type Suggestion = {
	/** The value of the field once chosen. */
	text: string;
	/** Secondary text, such as how often it was seen. */
	note?: string;
};

/**
 * The suggestions that contain the typed text, starting with those that begin with it.
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
