import { foldText } from '@feedback/contract';

export type TextPart = { text: string; hit: boolean };

/** Characters of an excerpt before its first match. */
const lead = 60;

/**
 * Splits a text at the searched words, which match as in the search; with `most`, returns an excerpt of this many
 * characters around the first match.
 *
 * @example
 * markText('Too slow', 'SLOW'); // [{ text: 'Too ', hit: false }, { text: 'slow', hit: true }]
 */
export function markText(text: string, words: string, most = Infinity): TextPart[] {
	const hits = findHits(text, words);
	const first = hits[0]?.from ?? 0;
	const start = text.length > most && first > lead ? first - lead : 0;
	const stop = Math.min(text.length, start + most);
	const parts: TextPart[] = start > 0 ? [{ text: '… ', hit: false }] : [];
	let end = start;
	for (const { from, to } of hits.filter((hit) => hit.to <= stop)) {
		if (from > end) parts.push({ text: text.slice(end, from), hit: false });
		parts.push({ text: text.slice(from, to), hit: true });
		end = to;
	}
	const rest = text.slice(end, stop) + (stop < text.length ? ' …' : '');
	return rest === '' ? parts : [...parts, { text: rest, hit: false }];
}

type Range = { from: number; to: number };

let characters: Intl.Segmenter | undefined;

/** Where the words are in the text. A match within a character, such as `f` in a ligature, covers all of it. */
function findHits(text: string, words: string): Range[] {
	const wanted = foldText(words);
	if (wanted === '' || !foldText(text).includes(wanted)) return [];
	let folded = '';
	/** The character of the text that each UTF-16 unit of the folded text comes from: folding changes lengths. */
	const origins: Range[] = [];
	characters ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
	for (const { segment, index } of characters.segment(text)) {
		const part = foldText(segment);
		folded += part;
		for (let unit = 0; unit < part.length; unit += 1)
			origins.push({ from: index, to: index + segment.length });
	}
	const hits: Range[] = [];
	for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
		const hit = { from: origins[at]!.from, to: origins[at + wanted.length - 1]!.to };
		if (hit.from >= (hits.at(-1)?.to ?? 0)) hits.push(hit);
	}
	return hits;
}
