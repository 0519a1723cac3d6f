/** A part of a text, and whether it is one of the searched words. */
export type Part = { text: string; isMarked: boolean };

/**
 * Splits a text at the words that were searched, in any of their forms.
 *
 * @example
 * markWords('Events are kept.', ['event']); // [{ text: 'Events', isMarked: true }, …]
 */
export function markWords(text: string, searched: readonly string[]): Part[] {
	const roots = searched.map((word) => rootOf(word.toLowerCase())).filter((root) => root !== '');
	return text
		.split(/([\p{L}\p{N}]+)/u)
		.filter((part) => part !== '')
		.map((part) => {
			const word = part.toLowerCase();
			const isMarked = roots.some(
				(root) => word.startsWith(root) && word.length <= root.length + 5,
			);
			return { text: part, isMarked };
		});
}

/** The words of a question worth marking. */
export function wordsOf(query: string): string[] {
	return query.match(/[\p{L}\p{N}]{3,}/gu)?.filter((word) => !plain.has(word.toLowerCase())) ?? [];
}

const plain = new Set(
	'and are but can did does for from has have how into its not our should that the their them then there they this was what when where which who why will with you your'.split(
		' ',
	),
);

/** Returns the approximate stem that the forms of a word share: "events", "evented" and "event". */
function rootOf(word: string): string {
	return word.length < 5 ? word : word.replace(/(ies|ied|ing|ed|es|s|y|e)$/, '');
}
