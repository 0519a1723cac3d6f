import { limits } from '@feedback/contract';

const { words: maxWords, characters: maxCharacters, word: maxWord } = limits.search.counted;

/**
 * The words of a query in the form in which they are counted; undefined for a query that may contain an address, a
 * number or a secret, or that is too long to be counted.
 *
 * @example
 * countableWords('  How do I set the z-index? '); // 'how do i set the z-index'
 */
export function countableWords(query: string): string | undefined {
	if (query.length > 2 * maxCharacters) return undefined;
	const words = query
		.normalize('NFKC')
		.toLowerCase()
		.split(/[\s\p{Cc}\p{Cf}]+/u)
		.map((word) => word.replace(/^[^\p{L}\p{N}@]+|[^\p{L}\p{N}@+#]+$/gu, ''))
		.filter((word) => word !== '');
	const text = words.join(' ');
	const isCountable =
		words.length > 0 &&
		words.length <= maxWords &&
		text.length <= maxCharacters &&
		words.every((word) => word.length <= maxWord && !isPersonal(word)) &&
		// A telephone number may be several words.
		!/\d[\d ()/.-]{5,}\d/.test(text);
	return isCountable ? text : undefined;
}

/** Whether a word looks like an e-mail address, a URL, a number of a person, or a secret. */
function isPersonal(word: string): boolean {
	return word.includes('@') || word.includes('://') || (word.match(/\d/g)?.length ?? 0) > 4;
}
