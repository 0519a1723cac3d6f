import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openIndex, type SerializedIndex } from '../src/search/mod.ts';
import { serverFiles } from '../src/server/manifest.ts';

export const kinds = ['question', 'identifier', 'word', 'typo'] as const;
export type Kind = (typeof kinds)[number];

/**
 * `tuning` was looked at while the ranking was made. `held` was written before the pages were read: counted without a
 * look, it had @1 0.59 and @5 0.85. The aliases of sections came after a look at it, so it is no longer blind.
 * `blind` was written from the titles alone; counted without a look, it had @1 0.59 and @5 0.79. Its misses showed that
 * vocabulary was missing, not weights: all aliases, the aliases of pages without misses too, were written after it.
 * `titles` has the titles and first sentences of public threads about such tools, in their words, each with its thread.
 * It was looked at; `titles-held`, every other one of the same list, was only counted, but the aliases were written by
 * who had read both. At first they had @1 0.72 and 0.76, @5 0.91 and 0.90.
 * `trackers` was written before the aliases, from the headings and by what users of other survey tools ask, and `threads`
 * after them, from what single threads in the trackers of those tools say. `support` is made like `threads`, with servers
 * and webhooks too, and names each thread. The three are only counted, without a look at what they miss; questions
 * that resemble theirs, or come from the same thread, were left out of `titles`. Where a set has about 50 questions, the
 * intervals are 0.12 wide on either side.
 */
export type QuestionSet =
	| 'tuning'
	| 'held'
	| 'blind'
	| 'titles'
	| 'titles-held'
	| 'trackers'
	| 'threads'
	| 'support';
type Asked = { id: string; kind: Kind; q: string; pages?: string[] };

/** Shares of questions answered by the first result, and by one of the first five. */
export type Figures = { count: number; at1: number; at5: number; mrr: number };

type Miss = { id: string; query: string; rank: number; found: string[] };

export type Measured = {
	all: Figures;
	by: Record<Kind, Figures>;
	/** Questions whose result was not in first place; rank 0 when not among the first twenty. */
	misses: Miss[];
	/** Milliseconds of the first search, with opening the index. */
	first: number;
	/** Milliseconds of each later search with five results. */
	warm: number[];
	/** Size of the index as JSON. */
	bytes: number;
	sections: number;
};

/**
 * Asks every question of a set and compares with the sections that answer it.
 *
 * @throws when a question has no accepted section, or one that does not exist
 */
export async function measureSearch(
	folder: string,
	set: QuestionSet = 'tuning',
): Promise<Measured> {
	const asked = await readJson<Asked[]>(files[set].questions);
	const text = await readFile(join(folder, serverFiles.index), 'utf8');
	const before = performance.now();
	const serialized = JSON.parse(text) as SerializedIndex;
	const search = openIndex(serialized);
	search(asked[0]!.q, 5, '');
	const first = performance.now() - before;
	const { answers } = files[set];
	const accepted = answers
		? await readJson<Record<string, string[]>>(answers)
		: sectionsOf(asked, serialized);
	checkAnswers(asked, accepted, serialized);

	const ranks = new Map<Kind, number[]>();
	const misses: Miss[] = [];
	const warm: number[] = [];
	for (const { id, kind, q } of asked) {
		const found = search(q, 20, '').results.map(({ url }) => url);
		warm.push(medianTime(() => search(q, 5, '')));
		const rank = found.findIndex((url) => accepted[id]!.includes(url)) + 1;
		ranks.set(kind, [...(ranks.get(kind) ?? []), rank]);
		if (rank !== 1) misses.push({ id, query: q, rank, found: found.slice(0, 5) });
	}
	const by = kinds.map((kind) => [kind, figuresOf(ranks.get(kind) ?? [])] as const);
	return {
		all: figuresOf([...ranks.values()].flat()),
		by: Object.fromEntries(by) as Measured['by'],
		misses,
		first,
		warm,
		bytes: text.length,
		sections: serialized.documentCount,
	};
}

const files = {
	tuning: { questions: 'questions.json', answers: 'answers.json' },
	held: { questions: 'held.json', answers: 'held-answers.json' },
	blind: { questions: 'blind.json', answers: undefined },
	titles: { questions: 'titles.json', answers: undefined },
	'titles-held': { questions: 'titles-held.json', answers: undefined },
	trackers: { questions: 'trackers.json', answers: undefined },
	threads: { questions: 'threads.json', answers: undefined },
	support: { questions: 'support.json', answers: undefined },
};

/** The sections that each question names, and all sections of the pages that it names. */
function sectionsOf(asked: Asked[], { storedFields }: SerializedIndex): Record<string, string[]> {
	const paths = Object.values(storedFields).map((fields) => String(fields['path']));
	return Object.fromEntries(
		asked.map(({ id, pages = [] }) => [
			id,
			pages.flatMap((page) => {
				const [address = '', anchor] = page.split('#');
				const section = `/${address}/#${anchor ?? ''}`;
				const of =
					anchor === undefined ? paths.filter((path) => path.startsWith(section)) : [section];
				if (of.length === 0) throw new Error(`Question ${id} accepts ${page}, which is no page.`);
				return of;
			}),
		]),
	);
}

/** Median of five, to exclude other work of the machine. */
function medianTime(run: () => void): number {
	const times = Array.from({ length: 5 }, () => {
		const start = performance.now();
		run();
		return performance.now() - start;
	});
	return times.toSorted((a, b) => a - b)[2]!;
}

function figuresOf(ranks: number[]): Figures {
	const share = (test: (rank: number) => boolean) => ranks.filter(test).length / ranks.length;
	return {
		count: ranks.length,
		at1: share((rank) => rank === 1),
		at5: share((rank) => rank >= 1 && rank <= 5),
		mrr: ranks.reduce((sum, rank) => sum + (rank ? 1 / rank : 0), 0) / ranks.length,
	};
}

function checkAnswers(
	asked: Asked[],
	accepted: Record<string, string[]>,
	{ storedFields }: SerializedIndex,
): void {
	const paths = new Set(Object.values(storedFields).map((fields) => fields['path']));
	for (const { id } of asked) {
		const sections = accepted[id] ?? [];
		if (sections.length === 0) throw new Error(`Question ${id} has no accepted section.`);
		const unknown = sections.find((section) => !paths.has(section));
		if (unknown) throw new Error(`Question ${id} accepts ${unknown}, which is no section.`);
	}
}

async function readJson<Value>(name: string): Promise<Value> {
	return JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8')) as Value;
}
