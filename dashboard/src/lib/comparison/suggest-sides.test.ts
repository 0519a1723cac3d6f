import { expect, it } from 'vitest';

import { suggestSides } from './suggest-sides.ts';

const known = {
	revision: 3,
	variants: ['short', 'long', 'longer'],
	traits: ['role:admin', 'plan:free', 'plan:pro', 'plan:team'],
};

it('suggests the initial sides of a comparison', () => {
	expect(suggestSides('revision', known)).toEqual({ one: '3', other: '2' });
	expect(suggestSides('variant', known)).toEqual({ one: 'short', other: 'long' });
	expect(suggestSides('trait', known)).toEqual({ one: 'plan:free', other: 'plan:pro' });
	expect(suggestSides('period', known)).toEqual({ one: '', other: '' });
});

it('suggests nothing if there is only one side', () => {
	const alone = { revision: 1, variants: ['short'], traits: ['role:admin', 'plan:free'] };
	const none = { one: '', other: '' };
	expect(suggestSides('revision', alone)).toEqual(none);
	expect(suggestSides('revision', { ...alone, revision: undefined })).toEqual(none);
	expect(suggestSides('variant', alone)).toEqual(none);
	expect(suggestSides('trait', alone)).toEqual(none);
});
