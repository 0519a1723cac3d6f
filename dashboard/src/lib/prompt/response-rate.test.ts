import { describe, expect, it } from 'vitest';

import { tellResponseRate } from './response-rate.ts';

describe('the response rate', () => {
	it('is a dash while nothing was displayed', () => {
		expect(tellResponseRate(0, 0).text).toBe('–');
	});

	it('of few displays is told in counts, not in percent', () => {
		expect(tellResponseRate(3, 7)).toEqual({
			text: '3 of 7',
			note: '3 of 7 displays: too few to speak of a rate.',
		});
		expect(tellResponseRate(29, 29).text).toBe('29 of 29');
	});

	it('says how far off it may be', () => {
		expect(tellResponseRate(41, 100)).toEqual({
			text: '41\u00a0%',
			note: '41 of 100 displays; between 32\u00a0% and 51\u00a0%, with 95\u00a0% confidence.',
		});
		expect(tellResponseRate(0, 1_000).note).toContain('between 0\u00a0% and 0\u00a0%');
		expect(tellResponseRate(30, 30).note).toContain('between 89\u00a0% and 100\u00a0%');
	});
});
