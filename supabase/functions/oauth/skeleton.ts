// Characters that look like a letter of a reserved name. Characters that compatibility normalisation folds
// anyway (full width, mathematical, circled) are not listed.
const lookalikes: Record<string, string> = {
	a: 'аɑαӕᴀ4@',
	b: 'ьƅвβɓᏏ8',
	c: 'сϲᴄᏟ¢',
	d: 'ԁɗđᏧᴅ',
	e: 'еєɛεҽᴇ3℮ǝ',
	f: 'ғƒϝꬵꜰ',
	i: 'іιıɩӏɪᎥl1|ǀł!',
	k: 'кκĸқҝƙᴋᏦ',
	o: 'оοօσøᴏ0',
	r: 'гᴦɾʀᎱ',
	t: 'тτŧᴛ7',
	v: 'νѵᴠᏙ',
};
const plain = new Map(
	Object.entries(lookalikes).flatMap(([letter, others]) =>
		Array.from(others.toLowerCase(), (other) => [other, letter] as const),
	),
);

/**
 * The letters that a reader sees in a text: without case, marks, spaces and signs, and with each lookalike replaced by
 * its Latin letter. Only for comparison with another skeleton.
 *
 * @example
 * skeletonOf('Fеed-bасk') === skeletonOf('Feedback'); // with Cyrillic letters
 */
export function skeletonOf(text: string): string {
	const bare = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
	const read = Array.from(bare, (character) => plain.get(character) ?? character).join('');
	return read.replace(/[^\p{L}\p{N}]/gu, '');
}
