import type { DocsSearchResult } from '@feedback/contract';
import MiniSearch, { type Options } from 'minisearch';

import { correct } from './correct.ts';
import { findPassage } from './passage.ts';
import type { Section } from './section.ts';
import { synonymsOf } from './synonyms.ts';
import { terms } from './terms.ts';

/** Terms of one query that are looked at: bounds the work of a hostile query. */
const mostTerms = 32;

type Stored = Section & { id: number };

const options: Options<Stored> = {
	fields: ['title', 'heading', 'trail', 'aliases', 'text', 'code'],
	storeFields: ['title', 'heading', 'text', 'code', 'path', 'markdownPath', 'package', 'version'],
	tokenize: terms,
	processTerm: (term) => term,
};

/** What the build writes and the server reads: plain JSON. */
export type SerializedIndex = ReturnType<MiniSearch['toJSON']>;

export type Found = {
	/** Best match first. */
	results: DocsSearchResult[];
	/** Words of the query that these pages do not know, and what was searched instead. */
	corrections: Record<string, string>;
};

/** Finds sections for a question. `base` is the origin put before the paths. */
export type Search = (query: string, limit: number, base: string) => Found;

/** Builds the index over all sections of the docs. */
export function buildIndex(sections: Section[]): SerializedIndex {
	const index = new MiniSearch<Stored>(options);
	index.addAll(sections.map((section, id) => ({ ...section, id })));
	return index.toJSON();
}

/**
 * Opens an index written by `buildIndex`.
 *
 * @example
 * const search = openIndex(JSON.parse(await readFile('search.json', 'utf8')));
 * search('how long are events kept', 5, 'https://docs.example.com').results[0].url;
 */
export function openIndex(serialized: SerializedIndex): Search {
	const index = MiniSearch.loadJS<Stored>(serialized, options);
	const vocabulary = new Set(serialized.index.map(([term]) => term));
	return (query, limit, base) => {
		const { weights, asked, corrected } = weigh(query, vocabulary);
		const found = index.search([...weights.keys()].join(' '), {
			// The query is in terms already; stemming twice would change them.
			tokenize: (text) => text.split(' '),
			combineWith: 'OR',
			boost: { title: 1.5, heading: 3, trail: 1.2, aliases: 3, text: 1, code: 0.5 },
			boostTerm: (term) => weights.get(term)?.weight ?? 1,
			// A reference lists names; what explains them answers more questions.
			boostDocument: (_id, _term, stored) => (isReference(stored) ? 0.6 : 1),
		}) as unknown as Hit[];
		// A section counts by the share of the question that it speaks of.
		const coverage = (hit: Hit) =>
			new Set(hit.terms.map((term) => weights.get(term)?.of)).size / asked;
		const hits = found
			.map((hit) => ({ ...hit, score: hit.score * coverage(hit) }))
			.toSorted((a, b) => b.score - a.score)
			.slice(0, limit);
		return {
			results: hits.map((hit) => toResult(hit, base)),
			corrections: readable(corrected, hits),
		};
	};
}

type Hit = Stored & { terms: string[]; score: number };
/** A term to search: how much it counts, and the term of the question that it means. */
type Weights = Map<string, { weight: number; of: string }>;

/** The terms to search: the reader's own, corrections of unknown ones, and our synonyms. */
function weigh(query: string, vocabulary: ReadonlySet<string>) {
	const weights: Weights = new Map();
	const corrected = new Map<string, string[]>();
	const words = [...new Set(terms(query))].slice(0, mostTerms);
	for (const term of words) {
		const add = (found: string, weight: number) => {
			const known = weights.get(found)?.weight ?? 0;
			if (vocabulary.has(found) && weight > known) weights.set(found, { weight, of: term });
		};
		add(term, 1);
		const ours = synonymsOf(term);
		for (const synonym of ours) add(synonym, 0.6);
		if (vocabulary.has(term) || ours.length > 0) continue;
		const corrections = correct(term, vocabulary);
		if (corrections.length > 0) corrected.set(term, corrections);
		for (const correction of corrections) add(correction, 0.8);
	}
	return { weights, asked: Math.max(1, words.length), corrected };
}

/** Each corrected term with the first whole word of the results that it was taken for. */
function readable(corrected: ReadonlyMap<string, string[]>, hits: Hit[]): Record<string, string> {
	const pairs = [...corrected].flatMap(([term, corrections]) => {
		const texts = hits.map(({ title, heading, text }) => `${heading} ${title} ${text}`);
		const words = [...texts.join(' ').matchAll(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu)];
		const word = words.find(([text]) => corrections.includes(terms(text)[0] ?? ''))?.[0];
		return word ? [[term, word.toLowerCase()] as const] : [];
	});
	return Object.fromEntries(pairs);
}

function isReference(stored: Record<string, unknown> | undefined): boolean {
	return String(stored?.['path']).startsWith('/api/');
}

function toResult(hit: Hit, base: string): DocsSearchResult {
	return {
		title: hit.title,
		heading: hit.heading,
		url: base + hit.path,
		markdown_url: base + hit.markdownPath,
		package: hit.package,
		version: hit.version,
		passage: findPassage(hit.text || hit.code, new Set(hit.terms)),
	};
}
