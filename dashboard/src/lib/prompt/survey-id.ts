import { slugPattern } from '@feedback/contract';

/** For `<input pattern>`, in whose syntax a hyphen must be escaped; the contract's own check decides. */
export const surveyIdInput = slugPattern.source.replace('_-', '_\\-');

// Leaves room for a number.
const longest = 56;

/**
 * A unique survey ID derived from a name.
 *
 * @example
 * makeSurveyId('How did the export go?', []); // 'how-did-the-export-go'
 */
export function makeSurveyId(words: string, taken: Iterable<string>): string {
	const others = new Set(taken);
	const plain = words
		.normalize('NFKD')
		.toLowerCase()
		.replace(/\p{M}/gu, '')
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-+|-+$/g, '');
	const start = cutAtWord(plain) || 'prompt';
	if (!others.has(start)) return start;
	for (let number = 2; ; number += 1) {
		const next = `${start}-${number}`;
		if (!others.has(next)) return next;
	}
}

// A single long word is cut at any character.
function cutAtWord(words: string): string {
	if (words.length <= longest) return words;
	const end = words.lastIndexOf('-', longest);
	return words.slice(0, end > 0 ? end : longest);
}
