import { ara, deu, eng, fra, jpn, spa } from 'stopword';

/** A word as the visitor wrote it, in lower case, and its base form; null for a stop word. Null ends a phrase. */
export type Word = [written: string, base: string | null] | null;

/** Stop words of the languages that the prompt speaks. Postgres has none for Arabic and Japanese. */
const lists = [ara, deu, eng, fra, jpn, spa].map(
	// Postgres splits words at an apostrophe, as in "don't".
	(words) => new Set(words.flatMap((word) => word.toLowerCase().split(/['’]/))),
);

const japanese = new Intl.Segmenter('ja', { granularity: 'word' });
const isJapanese = (word: string) => /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(word);

/**
 * Drops the stop words of the language that the text is in: a visitor with a German browser may write English, and
 * Postgres dropped only the German ones. Splits Japanese into words, each a phrase alone, which Postgres does not.
 *
 * @example
 * splitWords([['i', 'i'], ['have', 'hav'], ['tabs', 'tab']]); // [['i', null], ['have', null], ['tabs', 'tab']]
 */
export function splitWords(words: readonly Word[]): Word[] {
	const split = words.flatMap((word): Word[] => {
		if (!word || !isJapanese(word[0])) return [word];
		return [...japanese.segment(word[0])].flatMap(({ segment, isWordLike }): Word[] =>
			isWordLike ? [[segment, isParticle(segment) ? null : segment], null] : [null],
		);
	});
	const written = split.flatMap((word) => word?.[0] ?? []);
	const hits = lists.map((list) => written.filter((word) => list.has(word)).length);
	const most = Math.max(...hits);
	if (most === 0) return split;
	const likely = lists.filter((_, at) => hits[at] === most);
	return split.map((word) =>
		word && likely.some((list) => list.has(word[0])) ? [word[0], null] : word,
	);
}

/** Hiragana alone, up to two characters: particles and endings, of which no list has every form. */
function isParticle(word: string): boolean {
	return /^\p{sc=Hiragana}{1,2}$/u.test(word);
}
