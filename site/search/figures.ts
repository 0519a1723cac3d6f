import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openIndex, type SerializedIndex } from '../src/search/mod.ts';
import { serverFiles } from '../src/server/manifest.ts';

export type Kind = 'question' | 'identifier' | 'typo';
type Asked = { id: string; kind: Kind; q: string; fact: string };

/** Shares of questions answered by the first result, and by one of the first five. */
export type Figures = { count: number; at1: number; at5: number; mrr: number };

type Miss = { id: string; query: string; rank: number; found: string[] };

export type Measured = Record<Kind, Figures> & {
	/** What was not found at the first place; rank 0 when not among the first twenty. */
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
 * Asks every question of `questions.json` and compares with the sections that state the fact
 * (`answers.json`).
 *
 * @throws when a question has no accepted section, or one that does not exist
 */
export async function measureSearch(folder: string): Promise<Measured> {
	const asked = await readJson<Asked[]>('questions.json');
	const accepted = await readJson<Record<string, string[]>>('answers.json');
	const text = await readFile(join(folder, serverFiles.index), 'utf8');
	const before = performance.now();
	const serialized = JSON.parse(text) as SerializedIndex;
	const search = openIndex(serialized);
	search(asked[0]!.q, 5, '');
	const first = performance.now() - before;
	checkAnswers(asked, accepted, serialized);

	const ranks = new Map<Kind, number[]>();
	const misses: Miss[] = [];
	const warm: number[] = [];
	for (const { id, kind, q } of asked) {
		const found = search(q, 20, '').map(({ url }) => url);
		warm.push(medianTime(() => search(q, 5, '')));
		const rank = found.findIndex((url) => accepted[id]!.includes(url)) + 1;
		ranks.set(kind, [...(ranks.get(kind) ?? []), rank]);
		if (rank !== 1) misses.push({ id, query: q, rank, found: found.slice(0, 5) });
	}
	return {
		question: figuresOf(ranks.get('question') ?? []),
		identifier: figuresOf(ranks.get('identifier') ?? []),
		typo: figuresOf(ranks.get('typo') ?? []),
		misses,
		first,
		warm,
		bytes: text.length,
		sections: serialized.documentCount,
	};
}

/** Median of five, because whatever else the machine does would be measured too. */
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
