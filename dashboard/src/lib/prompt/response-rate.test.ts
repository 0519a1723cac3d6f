import { describe, expect, it } from 'vitest';

import { describeResponseRate } from './response-rate.ts';

describe('the response rate', () => {
	it('is a dash without displays', () => {
		expect(describeResponseRate(0, 0).text).toBe('–');
	});

	it('of few displays is shown as counts, not as a percentage', () => {
		expect(describeResponseRate(3, 7)).toEqual({
			text: '3 of 7',
			note: '3 of 7 displays: too few to estimate a rate.',
		});
		expect(describeResponseRate(29, 29).text).toBe('29 of 29');
	});

	it('has an interval', () => {
		expect(describeResponseRate(41, 100)).toEqual({
			text: '41%',
			note: '41 of 100 displays; between 25% and 58%.',
		});
		expect(describeResponseRate(0, 1_000).note).toContain('between 0% and 1%');
		expect(describeResponseRate(30, 30).note).toContain('between 81% and 100%');
	});
});
