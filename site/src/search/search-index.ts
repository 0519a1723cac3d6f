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
	fields: ['title', 'heading', 'trail', 'text', 'code'],
	storeFields: ['title', 'heading', 'text', 'code', 'path', 'markdownPath', 'package', 'version'],
	tokenize: terms,
	processTerm: (term) => term,
};

/** What the build writes and the server reads: plain JSON. */
export type SerializedIndex = ReturnType<MiniSearch['toJSON']>;

/** Finds sections for a question, best first. `base` is the origin put before the paths. */
export type Search = (query: string, limit: number, base: string) => DocsSearchResult[];

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
 * search('how long are events kept', 5, 'https://docs.example.com')[0].url;
 */
export function openIndex(serialized: SerializedIndex): Search {
	const index = MiniSearch.loadJS<Stored>(serialized, options);
	const vocabulary = new Set(serialized.index.map(([term]) => term));
	return (query, limit, base) => {
		const weights = weigh(query, vocabulary);
		const found = index.search([...weights.keys()].join(' '), {
			// The query is in terms already; stemming twice would change them.
			tokenize: (text) => text.split(' '),
			combineWith: 'OR',
			boost: { title: 1.5, heading: 3, trail: 1.2, text: 1, code: 0.5 },
			boostTerm: (term) => weights.get(term) ?? 1,
			// A reference lists names; what explains them answers more questions.
			boostDocument: (_id, _term, stored) => (isReference(stored) ? 0.6 : 1),
		});
		const hits = found.slice(0, limit);
		return hits.map((hit) => toResult(hit as unknown as Stored & { terms: string[] }, base));
	};
}

/** The terms to search: the reader's own, corrections of unknown ones, and our synonyms. */
function weigh(query: string, vocabulary: ReadonlySet<string>): Map<string, number> {
	const weights = new Map<string, number>();
	const add = (term: string, weight: number) => {
		if (vocabulary.has(term)) weights.set(term, Math.max(weight, weights.get(term) ?? 0));
	};
	for (const term of [...new Set(terms(query))].slice(0, mostTerms)) {
		add(term, 1);
		const ours = synonymsOf(term);
		for (const synonym of ours) add(synonym, 0.6);
		if (vocabulary.has(term) || ours.length > 0) continue;
		for (const correction of correct(term, vocabulary)) add(correction, 0.8);
	}
	return weights;
}

function isReference(stored: Record<string, unknown> | undefined): boolean {
	return String(stored?.['path']).startsWith('/api/');
}

function toResult(hit: Stored & { terms: string[] }, base: string): DocsSearchResult {
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
