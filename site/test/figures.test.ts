import { inject, beforeAll, describe, expect, it } from 'vitest';

import { measureSearch, type Measured } from '../search/figures.ts';

let figures: Measured;
beforeAll(async () => {
	figures = await measureSearch(inject('builtSite'));
});

describe('the search on questions written with knowledge of the contract only', () => {
	it('answers most with the first result, nearly all with the first five', () => {
		expect(figures.question.count).toBeGreaterThanOrEqual(60);
		expect(figures.question.at1).toBeGreaterThanOrEqual(0.65);
		expect(figures.question.at5).toBeGreaterThanOrEqual(0.92);
	});

	it('finds every identifier, and what typing errors meant', () => {
		expect(figures.identifier.at5).toBe(1);
		expect(figures.typo.at5).toBeGreaterThanOrEqual(0.9);
	});

	it('keeps the index small', () => {
		expect(figures.bytes / figures.sections).toBeLessThan(1_500);
	});
});
