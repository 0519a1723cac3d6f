import { describe, expect, it } from 'vitest';

import { readComparing } from './comparing.ts';
import { toSides } from './comparison-sides.ts';

const at = { timeZone: 'Europe/Vienna', now: Date.parse('2026-11-20T12:00:00Z') };
const base = { trait: ['role:admin'], since: '2026-11-01T00:00:00Z' };

describe('a comparison', () => {
	it('is read only from the parameters of the URL', () => {
		const query = new URLSearchParams('compare=trait&one=plan:pro&other=plan:free');
		expect(readComparing(query)).toEqual({ by: 'trait', one: 'plan:pro', other: 'plan:free' });
		expect(readComparing(new URLSearchParams('compare=planets'))).toMatchObject({ by: '' });
	});

	it('is within the filter of the page', () => {
		expect(toSides({ by: 'trait', one: 'plan:pro', other: 'plan:free' }, base, at)).toEqual({
			one: { ...base, trait: ['role:admin', 'plan:pro'], name: 'plan:pro' },
			other: { ...base, trait: ['role:admin', 'plan:free'], name: 'plan:free' },
		});
		expect(toSides({ by: 'revision', one: '3', other: '2' }, base, at)).toMatchObject({
			one: { revision: 3, trait: ['role:admin'], name: 'Revision 3' },
			other: { revision: 2 },
		});
		expect(toSides({ by: 'variant', one: 'short', other: 'long' }, {}, at)).toEqual({
			one: { variant: 'short', name: 'short' },
			other: { variant: 'long', name: 'long' },
		});
	});

	it('has periods of whole days of the site, one after the other', () => {
		expect(toSides({ by: 'period', one: '7', other: '' }, base, at)).toEqual({
			one: { trait: ['role:admin'], since: '2026-11-13T23:00:00.000Z', name: 'The last 7 days' },
			other: {
				trait: ['role:admin'],
				since: '2026-11-06T23:00:00.000Z',
				until: '2026-11-13T23:00:00.000Z',
				name: 'The 7 days before',
			},
		});
	});

	it.each([
		{ by: '', one: '', other: '' },
		{ by: 'trait', one: 'plan:pro', other: '' },
		{ by: 'trait', one: 'plan', other: 'plan:free' },
		{ by: 'revision', one: '3', other: 'x' },
		{ by: 'variant', one: '', other: 'long' },
	] as const)('is nothing while a side is missing: $by $one $other', (comparing) => {
		expect(toSides(comparing, base, at)).toBe(undefined);
	});
});
