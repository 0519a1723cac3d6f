import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, inject, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { measureSearch } from '../search/figures.ts';
import type { QuestionSet } from '../search/question-sets.ts';
import { openIndex, type SerializedIndex } from '../src/search/mod.ts';
import { serverFiles } from '../src/server/manifest.ts';

const tuning = await measureSearch(inject('builtSite'), 'tuning');
const held = await measureSearch(inject('builtSite'), 'held');

async function answers(set: QuestionSet, at1: number, at5: number): Promise<void> {
	const { all } = await measureSearch(inject('builtSite'), set);
	expect(all.at1).toBeGreaterThanOrEqual(at1);
	expect(all.at5).toBeGreaterThanOrEqual(at5);
}

describe('the search', () => {
	it('answers the more than three hundred questions that it was taught', () => {
		expect(tuning.all.count + held.all.count).toBeGreaterThanOrEqual(300);
		for (const { all } of [tuning, held]) {
			expect(all.at1).toBeGreaterThanOrEqual(0.9);
			expect(all.at5).toBeGreaterThanOrEqual(0.99);
		}
	});

	// Minimum figures of the sets that only measure the search: the measured figures minus about one question in
	// twenty.
	it.each([
		['trackers', 0.88, 0.95],
		['judged', 0.7, 0.91],
		['readers', 0.79, 0.91],
	] as const)('answers others too: %s', answers);

	it.each([
		['titles-held', 0.89, 0.94],
		['threads', 0.8, 0.91],
		['support', 0.75, 0.92],
		['unseen', 0.44, 0.73],
	] as const)('answers more of others: %s', thorough, answers);

	it('finds every identifier, and corrects typing errors', () => {
		expect(tuning.by.identifier.at5).toBe(1);
		expect(tuning.by.typo.at5).toBeGreaterThanOrEqual(0.9);
		expect(held.by.typo.at5).toBeGreaterThanOrEqual(0.9);
	});

	it('ranks the named command, operation or page first', thorough, async () => {
		const file = join(inject('builtSite'), serverFiles.index);
		const serialized = JSON.parse(await readFile(file, 'utf8')) as SerializedIndex;
		const search = openIndex(serialized);
		const sections = Object.values(serialized.storedFields) as Record<string, string>[];
		const names = sections.flatMap(({ path = '', heading = '', shown = '' }) => {
			if (heading.startsWith('feedback ')) return [[heading, path]];
			if (path.startsWith('/api/'))
				return (/^[A-Z]+ \/\S+/.exec(shown) ?? []).map((name) => [name, path]);
			return path.endsWith('#_top') ? [[heading, path]] : [];
		});
		expect(names.length).toBeGreaterThan(250);
		const others = names.filter(([name, path]) => search(name!, 1, '').results[0]?.url !== path);
		expect(others).toEqual([]);
	});

	it('keeps the index small', () => {
		expect(tuning.bytes / tuning.sections).toBeLessThan(1_500);
	});
});
