import { inject, describe, expect, it } from 'vitest';

import { measureSearch } from '../search/figures.ts';

const tuning = await measureSearch(inject('builtSite'), 'tuning');
const held = await measureSearch(inject('builtSite'), 'held');

describe('the search', () => {
	it('answers at least three hundred questions, most with the first result', () => {
		expect(tuning.all.count + held.all.count).toBeGreaterThanOrEqual(300);
		for (const { all } of [tuning, held]) {
			expect(all.at1).toBeGreaterThanOrEqual(0.8);
			expect(all.at5).toBeGreaterThanOrEqual(0.96);
		}
	});

	it('answers in the words of other tools too', async () => {
		const { all } = await measureSearch(inject('builtSite'), 'trackers');
		expect(all.at1).toBeGreaterThanOrEqual(0.75);
		expect(all.at5).toBeGreaterThanOrEqual(0.93);
	});

	it('finds every identifier, and what typing errors meant', () => {
		expect(tuning.by.identifier.at5).toBe(1);
		expect(tuning.by.typo.at5).toBeGreaterThanOrEqual(0.9);
		expect(held.by.typo.at5).toBeGreaterThanOrEqual(0.9);
	});

	it('keeps the index small', () => {
		expect(tuning.bytes / tuning.sections).toBeLessThan(1_500);
	});
});
