import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	docsSearchCountsSchema,
	type DocsSearchCount,
	type DocsSearchMisses,
} from '@feedback/contract';

import { readConfig } from '../config/read-config.ts';
import { docsSearchesFile } from '../production/start-docs.ts';
import { CommandFailure } from './command-failure.ts';

type Words = DocsSearchMisses['searches'][number];

/** Prints what readers of the documentation searched for without finding or opening anything, the most frequent first. */
export function docsSearches(file: string | undefined, { json }: { json?: true }): void {
	const { data } = readConfig({ file, environment: process.env });
	const searches = sumByWords(readSearches(join(data, docsSearchesFile)));
	if (json) return console.log(JSON.stringify({ searches } satisfies DocsSearchMisses, null, 2));
	if (searches.length === 0) {
		return console.log('No search has ended without a result or without a click yet.');
	}
	console.log('NO RESULT  NO CLICK  CLICKED  LAST DAY    WORDS');
	for (const { no_result, no_click, clicked, last_day, words } of searches) {
		const counts = [
			String(no_result).padStart(9),
			String(no_click).padStart(8),
			String(clicked).padStart(7),
		];
		console.log([...counts, last_day, words].join('  '));
	}
}

function readSearches(path: string): DocsSearchCount[] {
	let text: string;
	try {
		text = readFileSync(path, 'utf8');
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
		throw new CommandFailure(`${path} cannot be read: ${(cause as Error).message}`, { cause });
	}
	return docsSearchCountsSchema.parse(JSON.parse(text)).searches;
}

function sumByWords(rows: DocsSearchCount[]): Words[] {
	const sums = new Map<string, Words>();
	for (const { day, words, no_result, no_click, clicked } of rows) {
		const sum = sums.get(words);
		sums.set(words, {
			words,
			no_result: (sum?.no_result ?? 0) + no_result,
			no_click: (sum?.no_click ?? 0) + no_click,
			clicked: (sum?.clicked ?? 0) + clicked,
			last_day: sum && sum.last_day > day ? sum.last_day : day,
		});
	}
	const missed = ({ no_result, no_click }: Words) => no_result + no_click;
	return [...sums.values()]
		.filter((words) => missed(words) > 0)
		.toSorted((a, b) => missed(b) - missed(a) || a.words.localeCompare(b.words));
}
