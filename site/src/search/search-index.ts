import type { DocsSearchResult } from '@feedback/contract';
import MiniSearch, { type Options } from 'minisearch';

import { readQuestion, readVocabulary, type Asked } from './asked-terms.ts';
import { readNames } from './names.ts';
import { findPassage } from './passage.ts';
import { bestPhrase, phrasesOf } from './phrases.ts';
import type { Section } from './section.ts';
import type { PageFacts, SerializedIndex } from './serialized-index.ts';
import { terms } from './terms.ts';

/** `shown` is the text that passages are cut from: a section without text shows its code. */
type Stored = Section & { id: number; phrases: string; shown: string };

const options: Options<Stored> = {
	fields: ['title', 'heading', 'trail', 'aliases', 'text', 'code'],
	storeFields: ['heading', 'shown', 'phrases', 'path'],
	tokenize: terms,
	processTerm: (term) => term,
};

/** Sections whose phrases are compared with a question: bounds the work of a question that many match. */
const mostCompared = 80;

export type Found = {
	/** Best match first. */
	results: DocsSearchResult[];
	/** Words of the query that do not occur on these pages, and the words searched instead. */
	corrections: Record<string, string>;
};

/** Finds sections for a question. `base` is the origin put before the paths. */
export type Search = (query: string, limit: number, base: string) => Found;

/** Builds the index over all sections of the docs. */
export function buildIndex(sections: Section[]): SerializedIndex {
	const index = new MiniSearch<Stored>(options);
	index.addAll(
		sections.map((section, id) => ({
			...section,
			id,
			phrases: phrasesOf(section),
			shown: section.text || section.code,
		})),
	);
	const pages = sections.map(
		({ path, title, package: name, version }) =>
			[pageOf({ path }), { title, package: name, version }] as const,
	);
	return { ...index.toJSON(), pages: Object.fromEntries(pages) };
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
	const vocabulary = readVocabulary(serialized);
	const stored = Object.values(serialized.storedFields) as Omit<Hit, 'terms' | 'score'>[];
	const named = readNames(stored, serialized.pages);
	return (query, limit, base) => {
		const asked = readQuestion(query, vocabulary);
		const { weights, shares, corrected } = asked;
		const found = index.search([...weights.keys()].join(' '), {
			// The query is in terms already; stemming twice would change them.
			tokenize: (text) => text.split(' '),
			combineWith: 'OR',
			boost: { title: 1.5, heading: 2.5, trail: 1.2, aliases: 3, text: 1, code: 0.5 },
			bm25: { k: 1.2, b: 0.7, d: 0.3 },
			boostTerm: (term) => weights.get(term)?.weight ?? 1,
			boostDocument: (_id, _term, stored) => boostOf(stored, asked),
		}) as unknown as Hit[];
		const scored = withPages(
			found.map((hit) => ({
				...hit,
				score: hit.score * coverage(hit, weights, shares) * breadth(hit, shares),
			})),
		);
		const ranked = byScore(scored);
		const compared = ranked
			.slice(0, mostCompared)
			.map((hit) => ({
				...hit,
				score: hit.score * (1 + bestPhrase(hit.phrases, asked, vocabulary.rarity)),
			}));
		const all = [...byScore(compared), ...ranked.slice(mostCompared)];
		const meant = named(query);
		const hits = [
			...(meant ? [{ ...meant, terms: [...weights.keys()], score: Infinity }] : []),
			...all.filter(({ path }) => path !== meant?.path),
		].slice(0, limit);
		return {
			results: hits.map((hit) => toResult(hit, serialized.pages, base)),
			corrections: readable(corrected, hits),
		};
	};
}

type Hit = Pick<Stored, 'heading' | 'shown' | 'phrases' | 'path'> & {
	terms: string[];
	score: number;
};

/** The share of the question that a section covers. */
function coverage(hit: Hit, weights: Asked['weights'], shares: Asked['shares']): number {
	const spoken = new Set(hit.terms.map((term) => weights.get(term)?.of));
	return [...spoken].reduce((sum, term) => sum + (shares.get(term ?? '') ?? 0), 0);
}

function byScore(hits: Hit[]): Hit[] {
	return hits.toSorted((a, b) => b.score - a.score);
}

/** A single word usually asks for a topic rather than a detail: the top of a page introduces it. */
function breadth({ path }: Hit, shares: Asked['shares']): number {
	return shares.size === 1 && path.endsWith('#_top') ? 1.3 : 1;
}

/** A section is more likely to be relevant if the best sections of its page are relevant too. */
function withPages(hits: Hit[]): Hit[] {
	const scores = new Map<string, number[]>();
	for (const hit of hits) {
		scores.set(pageOf(hit), [...(scores.get(pageOf(hit)) ?? []), hit.score]);
	}
	const pages = new Map(
		[...scores].map(([page, of]) => {
			const best = of.toSorted((a, b) => b - a).slice(0, 3);
			return [page, best.reduce((sum, score) => sum + score, 0) / 3] as const;
		}),
	);
	return hits.map((hit) => ({ ...hit, score: hit.score + 0.3 * pages.get(pageOf(hit))! }));
}

function pageOf({ path }: Pick<Section, 'path'>): string {
	return path.split('#')[0]!;
}

/** Each corrected term with the first whole word of the results that it was taken for. */
function readable(corrected: Asked['corrected'], hits: Hit[]): Record<string, string> {
	const pairs = [...corrected].flatMap(([term, corrections]) => {
		const texts = hits.map(({ heading, shown }) => `${heading} ${shown}`);
		const words = [...texts.join(' ').matchAll(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu)];
		const word = words.find(([text]) => corrections.includes(terms(text)[0] ?? ''))?.[0];
		return word ? [[term, word.toLowerCase()] as const] : [];
	});
	return Object.fromEntries(pairs);
}

/** Pages that list names, and the words of a question that asks for such a list. */
const lists: [prefix: string, asked: ReadonlySet<string>][] = [
	['/api/', new Set(terms('api curl endpoint http rest'))],
	['/agents/commands/', new Set(terms('cli command shell terminal'))],
];

/**
 * A section that explains a name answers more questions than a list of all names does, unless the question asks for the
 * list.
 */
function boostOf(stored: Record<string, unknown> | undefined, { shares }: Asked): number {
	const path = String(stored?.['path']);
	if (path.startsWith('/reference/reasons/')) return 0.8;
	const list = lists.find(([prefix]) => path.startsWith(prefix));
	if (!list) return 1;
	return [...shares.keys()].some((term) => list[1].has(term)) ? 1 : 0.6;
}

function toResult(hit: Hit, pages: PageFacts, base: string): DocsSearchResult {
	const page = pageOf(hit);
	const { title, package: name, version } = pages[page]!;
	return {
		title,
		heading: hit.heading,
		url: base + hit.path,
		markdown_url: `${base}${page}index.md`,
		package: name,
		version,
		passage: findPassage(hit.shown, new Set(hit.terms)),
	};
}
