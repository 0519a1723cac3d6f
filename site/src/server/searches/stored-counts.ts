import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';

import { docsSearchCountsSchema } from '@feedback/contract';

import { SearchCounts, type SearchOutcome } from './search-counts.ts';

/** Counts a search. */
export type CountSearch = (query: string, outcome: SearchOutcome) => void;

/** Milliseconds between two writes of the file. What a stop loses is at most as old. */
const writeIntervalMs = 5_000;

/**
 * Keeps the counts of searches in a file, for `feedback-server docs-searches`. A file that cannot be read is replaced,
 * and one that cannot be written is tried again with the next search: the search itself is not affected.
 *
 * @example
 * const count = openCounts('/var/lib/feedback/docs-searches.json');
 * count('z-index', 'no_result');
 */
export function openCounts(path: string): CountSearch {
	const counts = new SearchCounts(readCounts(path));
	let isWaiting = false;
	const write = async () => {
		const text = `${JSON.stringify(counts.toJson())}\n`;
		await writeFile(`${path}.new`, text, { mode: 0o600 });
		await rename(`${path}.new`, path);
	};
	let lastWrite = -writeIntervalMs;
	return (query, outcome) => {
		if (!counts.count(query, outcome, Date.now()) || isWaiting) return;
		isWaiting = true;
		const wait = Math.max(0, lastWrite + writeIntervalMs - performance.now());
		setTimeout(() => {
			isWaiting = false;
			lastWrite = performance.now();
			write().catch(() => undefined);
		}, wait).unref();
	};
}

function readCounts(path: string) {
	try {
		return docsSearchCountsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
	} catch {
		return undefined;
	}
}
