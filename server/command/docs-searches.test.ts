import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { docsSearchMissesSchema } from '@feedback/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { docsSearches } from './docs-searches.ts';
import { init } from './init.ts';

let folder: string;
let file: string;
let printed: string[];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'feedback-docs-searches-'));
	file = join(folder, 'feedback.yaml');
	printed = [];
	vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
	init({ file, data: join(folder, 'data'), publicUrl: 'https://feedback.example.com' });
	printed = [];
});
afterEach(() => {
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true, force: true });
});

const row = { words: 'z-index', no_result: 0, no_click: 0, clicked: 0 };

test('the most frequent misses come first, summed over days; found words are left out', () => {
	const searches = [
		{ ...row, day: '2026-11-27', no_result: 1 },
		{ ...row, day: '2026-11-29', no_click: 2, clicked: 1 },
		{ ...row, day: '2026-11-28', words: 'utm', no_result: 1 },
		{ ...row, day: '2026-11-28', words: 'install', clicked: 9 },
	];
	writeFileSync(join(folder, 'data/docs-searches.json'), JSON.stringify({ searches }));
	docsSearches(file, { json: true });
	expect(docsSearchMissesSchema.parse(JSON.parse(printed.join('\n'))).searches).toEqual([
		{ words: 'z-index', no_result: 1, no_click: 2, clicked: 1, last_day: '2026-11-29' },
		{ words: 'utm', no_result: 1, no_click: 0, clicked: 0, last_day: '2026-11-28' },
	]);
	printed = [];
	docsSearches(file, {});
	expect(printed).toEqual([
		'NO RESULT  NO CLICK  CLICKED  LAST DAY    WORDS',
		'        1         2        1  2026-11-29  z-index',
		'        1         0        0  2026-11-28  utm',
	]);
});

test('a server that has counted nothing yet says so', () => {
	docsSearches(file, {});
	expect(printed).toEqual(['No search has ended without a result or without a click yet.']);
});
