import { expect, it } from 'vitest';

import { readResponseFilter, toResponseQuery } from '#lib/response/response-filter.ts';

import { isSame, readSaved, toSaved } from './saved-filter.ts';
import type { SavedFields } from './saved-filter.ts';

const timeZone = 'Europe/Vienna';
const now = Date.parse('2026-11-20T12:00:00Z');
const none: SavedFields = {
	period: '',
	from: '',
	to: '',
	traits: [],
	account: '',
	variant: '',
	revision: '',
	condition: '',
};

it.each<[string, Partial<SavedFields>]>([
	['traits and a variant', { traits: ['plan:pro', 'role:admin'], variant: 'short' }],
	['a condition and a revision', { condition: '{"answer":"a","op":"answered"}', revision: '3' }],
	['a period that moves along', { period: '30', account: 'ada' }],
	['a fixed period', { period: 'custom', from: '2026-03-01', to: '2026-03-31' }],
	[
		'exact times',
		{ period: 'custom', from: '2026-03-01T18:00:00Z', to: '2026-03-01T23:30:00+00:00' },
	],
	['a period without an end', { period: 'custom', from: '2026-10-26' }],
])('keeps %s', (_, fields) => {
	const saved = toSaved({ ...none, ...fields }, timeZone)!;
	const read = readSaved(saved as never, { timeZone, now });
	expect(read).toEqual({ ...none, ...fields });
	expect(isSame({ ...none, ...fields }, read)).toBe(true);
	expect(isSame(none, read)).toBe(false);
});

it('saves no filter that matches everything', () => {
	expect(toSaved(none, timeZone)).toBeUndefined();
});

it.each([
	{ since: '2026-03-01T18:00:00Z', until: '2026-03-01T22:00:00Z' },
	{ since: '2026-03-01T00:00:00Z', until: '2026-03-31T00:00:00Z' },
	{ since: '2026-02-28T23:00:00.000Z', until: '2026-03-31T22:00:00.000Z' },
])('shows the responses of the same times: %o', (saved) => {
	const { from, to, period } = readSaved(saved, { timeZone, now });
	const query = readResponseFilter(new URLSearchParams({ period, from, to }));
	expect(toResponseQuery(query, { timeZone, now })).toEqual(saved);
});

it('reads a period of days for which the page has no name', () => {
	expect(readSaved({ days: 45 }, { timeZone, now })).toMatchObject({
		period: 'custom',
		from: '2026-10-07',
		to: '',
	});
});
