export type TextPart = { text: string; hit: boolean };

/** Characters of an excerpt before its first match. */
const lead = 60;

/**
 * Splits a text at the searched words; with `most`, returns an excerpt of this many characters around the first match.
 *
 * @example
 * markText('Too slow', 'SLOW'); // [{ text: 'Too ', hit: false }, { text: 'slow', hit: true }]
 */
export function markText(text: string, words: string, most = Infinity): TextPart[] {
	// The letters of a text may be composed in another way than those of the words.
	const spellings = [...new Set([words, words.normalize('NFC'), words.normalize('NFD')])];
	const pattern =
		words === ''
			? undefined
			: new RegExp(
					spellings.map((spelling) => spelling.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'),
					'giu',
				);
	const first = pattern ? text.search(pattern) : -1;
	const start = text.length > most && first > lead ? first - lead : 0;
	const cut = text.slice(start, start + most);
	const parts: TextPart[] = start > 0 ? [{ text: '… ', hit: false }] : [];
	let end = 0;
	for (const match of pattern ? cut.matchAll(pattern) : []) {
		if (match.index > end) parts.push({ text: cut.slice(end, match.index), hit: false });
		parts.push({ text: match[0], hit: true });
		end = match.index + match[0].length;
	}
	const rest = cut.slice(end) + (start + cut.length < text.length ? ' …' : '');
	return rest === '' ? parts : [...parts, { text: rest, hit: false }];
}
