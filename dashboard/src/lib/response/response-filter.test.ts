import { describe, expect, it } from 'vitest';

import { toResponseQuery, countActiveFilters, readResponseFilter } from './response-filter.ts';

const prompt = '0192f0c1-2f3a-7c4d-8e5f-0123456789ab';
const now = Date.parse('2026-11-20T23:30:00Z');
const read = (query: string) => readResponseFilter(new URLSearchParams(query));
const ask = (query: string, timeZone = 'UTC') => toResponseQuery(read(query), { timeZone, now });

describe('the filter of responses', () => {
	it('is read from the URL', () => {
		const query = `prompt=${prompt}&state=partial&search=slow&trait=plan:pro&trait=a:b&account=ada&variant=short`;
		expect(ask(query)).toEqual({
			prompt,
			final: false,
			search: 'slow',
			account: 'ada',
			variant: 'short',
			trait: ['plan:pro', 'a:b'],
		});
		expect(countActiveFilters(read(query))).toBe(6);
	});

	it('has a condition and a revision', () => {
		const condition = '{"answer":"score","op":"at_most","value":6}';
		const query = `revision=3&condition=${encodeURIComponent(condition)}`;
		expect(ask(query)).toEqual({ revision: 3, condition });
		expect(countActiveFilters(read(query))).toBe(2);
		expect(ask('revision=0&condition=score')).toEqual({});
	});

	it('ignores missing and invalid values', () => {
		expect(ask('')).toEqual({});
		expect(ask('variant=No!&prompt=x&state=y&period=z&from=2026-99-99&trait=plan')).toEqual({});
		expect(countActiveFilters(read('prompt=x'))).toBe(0);
	});

	it('counts days in the site’s time zone, including today', () => {
		expect(ask('period=7')).toEqual({ since: '2026-11-14T00:00:00.000Z' });
		expect(ask('period=7', 'Europe/Vienna')).toEqual({ since: '2026-11-14T23:00:00.000Z' });
	});

	it('includes the first and the last day', () => {
		expect(ask('period=custom&from=2026-11-01&to=2026-11-02')).toEqual({
			since: '2026-11-01T00:00:00.000Z',
			until: '2026-11-03T00:00:00.000Z',
		});
		expect(ask('period=custom')).toEqual({});
	});
});
