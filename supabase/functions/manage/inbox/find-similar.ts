import { limits } from '@feedback/contract';

import { findSentence } from './find-sentence.ts';
import type { Quote } from './quotes.ts';
import type { WordedText } from './read-words.ts';

/** Minimum cosine for a text to count as similar. */
const similar = 0.2;

type Vector = Map<string, number>;

/**
 * Finds the texts whose words are most similar to the words of the examples, the most similar first. Similarity is
 * the cosine between the TF-IDF of a text and the mean of the examples.
 */
export function findSimilar(
	candidates: readonly WordedText[],
	examples: readonly WordedText[],
): Quote[] {
	const idf = weighWords([...candidates, ...examples]);
	const mean: Vector = new Map();
	for (const example of examples) {
		for (const [word, weight] of vectorOf(example, idf))
			mean.set(word, (mean.get(word) ?? 0) + weight);
	}
	return candidates
		.map((text) => ({ text, vector: vectorOf(text, idf) }))
		.map(({ text, vector }) => ({ text, vector, cosine: dot(vector, mean) / (normOf(mean) || 1) }))
		.filter(({ cosine }) => cosine >= similar)
		.toSorted((a, b) => b.cosine - a.cosine)
		.slice(0, limits.inbox.suggestedLabels)
		.map(({ text: { response, question, text, words }, vector }) => {
			const by = (base: string) => (vector.get(base) ?? 0) * (mean.get(base) ?? 0);
			const known = words.flatMap((word) =>
				word?.[1] ? [{ written: word[0], base: word[1] }] : [],
			);
			const [heaviest] = known.toSorted((a, b) => by(b.base) - by(a.base));
			return { response, question, quote: findSentence(text, [heaviest!.written]) };
		});
}

/** Inverse document frequency of every word. */
function weighWords(texts: readonly WordedText[]): Vector {
	const found: Vector = new Map();
	for (const { words } of texts) {
		for (const base of new Set(words.map((word) => word?.[1]))) {
			if (base) found.set(base, (found.get(base) ?? 0) + 1);
		}
	}
	return new Map([...found].map(([base, n]) => [base, Math.log((texts.length + 1) / n)]));
}

/** The TF-IDF vector of a text, of length 1; empty for a text without a word. */
function vectorOf({ words }: WordedText, idf: Vector): Vector {
	const vector: Vector = new Map();
	for (const word of words) {
		if (word?.[1]) vector.set(word[1], (vector.get(word[1]) ?? 0) + idf.get(word[1])!);
	}
	const norm = normOf(vector);
	return new Map([...vector].map(([base, weight]) => [base, weight / norm]));
}

function normOf(vector: Vector): number {
	return Math.hypot(...vector.values());
}

function dot(one: Vector, other: Vector): number {
	let sum = 0;
	for (const [word, weight] of one) sum += weight * (other.get(word) ?? 0);
	return sum;
}
