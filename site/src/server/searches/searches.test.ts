import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { docsSearchCountsSchema, limits } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { countableWords } from './countable-words.ts';
import { SearchCounts } from './search-counts.ts';
import { openCounts } from './stored-counts.ts';

const now = Date.parse('2026-11-29T12:00:00Z');
const { rows, days, perMinute } = limits.search.counted;

describe('the words of a query', () => {
	it.each([
		['  How do I set the z-index? ', 'how do i set the z-index'],
		['ＵＴＭ', 'utm'],
		['429', '429'],
		['C#', 'c#'],
		['"one customer complains"', 'one customer complains'],
	])('of %j are counted as %j', (query, words) => {
		expect(countableWords(query)).toBe(words);
	});

	it.each([
		['an e-mail address', 'why does ada@example.com see it'],
		['a URL', 'https://example.com/?token=1'],
		['a telephone number', 'call 030 123 456 7'],
		['a number of a person', 'cust_83120'],
		['a UUID', '01980000-0000-7000-8000-000000000002'],
		['a secret', 'fbt_abcdefghijklmnopqrstuvwxyzabcdefgh'],
		['a whole sentence', 'one two three four five six seven eight nine'],
		['nothing', ' ?! '],
	])('with %s are not counted', (_, query) => {
		expect(countableWords(query)).toBeUndefined();
	});
});

describe('counts of searches', () => {
	it('are one row for the same words on a day', () => {
		const counts = new SearchCounts();
		counts.count('z-index', 'no_result', now);
		counts.count('Z-Index?', 'no_click', now + 1);
		counts.count('z-index', 'clicked', now + 86_400_000);
		expect(counts.toJson().searches).toEqual([
			{ day: '2026-11-29', words: 'z-index', no_result: 1, no_click: 1, clicked: 0 },
			{ day: '2026-11-30', words: 'z-index', no_result: 0, no_click: 0, clicked: 1 },
		]);
	});

	it('end with a limit a minute', () => {
		const counts = new SearchCounts();
		const admitted = Array.from({ length: perMinute + 1 }, () =>
			counts.count('utm', 'no_click', now),
		);
		expect(admitted.filter(Boolean)).toHaveLength(perMinute);
		expect(counts.count('utm', 'no_click', now + 60_000)).toBe(true);
	});

	it('keep what is searched repeatedly when a program searches for ever new words', () => {
		const counts = new SearchCounts();
		counts.count('utm', 'no_result', now);
		counts.count('utm', 'no_result', now);
		for (let nth = 0; nth <= rows; nth++) {
			counts.count(`word ${toLetters(nth)}`, 'no_result', now + nth * 1_000);
		}
		const { searches } = counts.toJson();
		expect(searches).toHaveLength(rows);
		expect(searches.some(({ words }) => words === 'utm')).toBe(true);
	});

	it('are forgotten after their days', () => {
		const counts = new SearchCounts();
		counts.count('old', 'no_result', now);
		counts.count('new', 'no_result', now + (days + 1) * 86_400_000);
		expect(counts.toJson().searches.map(({ words }) => words)).toEqual(['new']);
	});

	it('continue in the file after a restart', async () => {
		const file = join(mkdtempSync(join(tmpdir(), 'feedback-searches-')), 'docs-searches.json');
		openCounts(file)('utm', 'no_result');
		await expect.poll(() => read(file)).toMatchObject([{ words: 'utm', no_result: 1 }]);
		openCounts(file)('utm', 'no_click');
		await expect.poll(() => read(file)).toMatchObject([{ no_result: 1, no_click: 1 }]);
	});
});

function read(file: string) {
	return docsSearchCountsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).searches;
}

function toLetters(value: number): string {
	return [...String(value)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
}
