import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openIndex, type SerializedIndex } from '@feedback/site/search';

import { serverFiles } from '../site/src/server/manifest.ts';
import { kinds, readQuestions, type Kind, type QuestionSet } from './question-sets.ts';

/** Shares of questions answered by the first result, and by one of the first five. */
export type Figures = { count: number; at1: number; at5: number; mrr: number };

type Miss = { id: string; query: string; rank: number; found: string[] };

export type Measured = {
	all: Figures;
	by: Record<Kind, Figures>;
	/** Questions whose result was not in first place; rank 0 when not among the first twenty. */
	misses: Miss[];
	/** Milliseconds of the first search, including opening the index. */
	first: number;
	/** Milliseconds of each later search. */
	warm: number[];
	/** Size of the index as JSON. */
	bytes: number;
	sections: number;
};

/**
 * Searches a built site for every question of a set, and compares the results with the sections that answer it.
 *
 * @throws when a question accepts no section, or one that does not exist
 */
export async function measureSearch(folder: string, set: QuestionSet): Promise<Measured> {
	const text = await readFile(join(folder, serverFiles.index), 'utf8');
	const before = performance.now();
	const serialized = JSON.parse(text) as SerializedIndex;
	const search = openIndex(serialized);
	search('how long are events kept', 5, '');
	const first = performance.now() - before;
	const paths = Object.values(serialized.storedFields).map(({ path }) => String(path));

	const ranks = new Map<Kind, number[]>();
	const misses: Miss[] = [];
	const warm: number[] = [];
	for (const { id, kind, q, accepted } of await readQuestions(set, paths)) {
		const start = performance.now();
		const found = search(q, 20, '').results.map(({ url }) => url);
		warm.push(performance.now() - start);
		const rank = found.findIndex((url) => accepted.includes(url)) + 1;
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

function figuresOf(ranks: number[]): Figures {
	const share = (test: (rank: number) => boolean) => ranks.filter(test).length / ranks.length;
	return {
		count: ranks.length,
		at1: share((rank) => rank === 1),
		at5: share((rank) => rank >= 1 && rank <= 5),
		mrr: ranks.reduce((sum, rank) => sum + (rank ? 1 / rank : 0), 0) / ranks.length,
	};
}
