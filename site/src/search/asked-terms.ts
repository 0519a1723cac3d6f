import { correct } from './correct.ts';
import type { SerializedIndex } from './serialized-index.ts';
import { synonymsOf } from './synonyms.ts';
import { stemOf, words } from './terms.ts';

/** Maximum number of evaluated terms of a query: bounds the work of a hostile query. */
const mostTerms = 32;

/** Vocabulary of an index. */
export type Vocabulary = {
	/** Rarity of each term: the rarer the term, the larger its share of the question. */
	rarity: ReadonlyMap<string, number>;
	/** The original words, each with its search term. */
	spelling: () => ReadonlyMap<string, string>;
};

export type Asked = {
	/** The terms to search: the weight of each, and the term of the question that it represents. */
	weights: ReadonlyMap<string, { weight: number; of: string }>;
	/** Weight of each term of the question; the sum is 1. */
	shares: ReadonlyMap<string, number>;
	/** Unknown terms of the question, with the terms that were searched instead. */
	corrected: ReadonlyMap<string, readonly string[]>;
};

/** Reads the words of an index. */
export function readVocabulary({
	index,
	documentCount,
	storedFields,
}: SerializedIndex): Vocabulary {
	const rarity = new Map(
		index.map(([term, fields]) => {
			const found = Math.max(...Object.values(fields).map((docs) => Object.keys(docs).length));
			return [term, Math.log(1 + (documentCount - found + 0.5) / (found + 0.5))] as const;
		}),
	);
	let spelling: ReadonlyMap<string, string> | undefined;
	const read = () => {
		const texts = Object.values(storedFields).map(({ heading, shown }) => `${heading} ${shown}`);
		const written = new Set(
			texts
				.join(' ')
				.toLowerCase()
				.match(/[a-z]{3,}/g),
		);
		const pairs = [...written].map((word) => [word, stemOf(word)] as const);
		const terms = [...rarity.keys()].map((term) => [term, term] as const);
		return new Map([...terms, ...pairs.filter(([, term]) => rarity.has(term))]);
	};
	// Only a misspelled word needs this list, so many servers never build it.
	return { rarity, spelling: () => (spelling ??= read()) };
}

/** The reader's own terms, corrections of unknown ones, and our synonyms. */
export function readQuestion(query: string, { rarity, spelling }: Vocabulary): Asked {
	const weights = new Map<string, { weight: number; of: string }>();
	const corrected = new Map<string, string[]>();
	const asked = new Map(words(query).map(({ term, word }) => [term, word]));
	const looked = [...asked].slice(0, mostTerms);
	const joined = joinedWords(query);
	for (const [term, word] of looked) {
		const add = (found: string, weight: number) => {
			const known = weights.get(found)?.weight ?? 0;
			if (rarity.has(found) && weight > known) weights.set(found, { weight, of: term });
		};
		add(term, 1);
		for (const compound of joined.get(term) ?? []) add(compound, 1);
		const ours = synonymsOf(term);
		// A word that occurs in the pages or their aliases needs less help.
		for (const synonym of ours) add(synonym, rarity.has(term) ? 0.3 : 0.6);
		if (rarity.has(term) || ours.length > 0) continue;
		const parts = splitCompound(word, rarity);
		for (const part of parts) add(part, 0.8);
		if (parts.length > 0) continue;
		const terms = correct(word, spelling().keys()).map((found) => spelling().get(found)!);
		if (terms.length > 0) corrected.set(term, [...new Set(terms)]);
		for (const correction of terms) add(correction, 0.8);
	}
	return {
		weights,
		shares: sharesOf(
			looked.map(([term]) => term),
			weights,
			rarity,
		),
		corrected,
	};
}

/** By the term of each word, the terms of that word and the next as one: "front end" is "frontend" elsewhere. */
function joinedWords(query: string): Map<string, string[]> {
	const joined = new Map<string, string[]>();
	const written = query.toLowerCase().match(/[a-z]+/g) ?? [];
	for (const [index, word] of written.slice(0, -1).entries()) {
		const term = stemOf(word);
		joined.set(term, [...(joined.get(term) ?? []), stemOf(word + written[index + 1])]);
	}
	return joined;
}

/** The terms of two known words that are written as one: "darkmode". */
function splitCompound(word: string, rarity: Vocabulary['rarity']): string[] {
	// No compound of two words is longer; this bounds the work of a hostile query.
	if (word.length > 30) return [];
	for (let at = 3; at <= word.length - 3; at += 1) {
		const parts = [word.slice(0, at), word.slice(at)].map(stemOf);
		if (parts.every((part) => rarity.has(part))) return parts;
	}
	return [];
}

/** A word that every section contains says little about the question, and a rare word says most. */
function sharesOf(
	terms: string[],
	weights: Asked['weights'],
	rarity: Vocabulary['rarity'],
): Map<string, number> {
	const rarest = Math.max(1, ...rarity.values());
	const of = new Map(terms.map((term) => [term, rarest]));
	for (const [found, { of: term }] of weights) {
		of.set(term, Math.min(of.get(term)!, rarity.get(found)!));
	}
	const sum = [...of.values()].reduce((total, value) => total + value, 0);
	return new Map([...of].map(([term, value]) => [term, value / (sum || 1)]));
}
