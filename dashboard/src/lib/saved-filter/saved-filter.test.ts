import { expect, it } from 'vitest';

import { isSame, readSaved, toSaved } from './saved-filter.ts';
import type { SavedFields } from './saved-filter.ts';

const timeZone = 'Europe/Vienna';
const now = Date.parse('2026-11-20T12:00:00Z');
const none: SavedFields = {
	...{ period: '', from: '', to: '', traits: [], account: '', variant: '' },
	...{ revision: '', condition: '' },
};

it.each<[string, Partial<SavedFields>]>([
	['traits and a variant', { traits: ['plan:pro', 'role:admin'], variant: 'short' }],
	['a condition and a revision', { condition: '{"answer":"a","op":"answered"}', revision: '3' }],
	['a period that moves along', { period: '30', account: 'ada' }],
	['a fixed period', { period: 'custom', from: '2026-03-01', to: '2026-03-31' }],
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

it('reads a period of days for which the page has no name', () => {
	expect(readSaved({ days: 45 }, { timeZone, now })).toMatchObject({
		...{ period: 'custom', from: '2026-10-07', to: '' },
	});
});
