import { expect, it } from 'vitest';

import { guessWhom, readWhom } from './visitor-query.ts';

const uuid = '0199c3a0-0000-4000-8000-000000000001';

it.each([
	[` ${uuid.toUpperCase()} `, { visitor: uuid }],
	['user_42', { account: 'user_42' }],
	['  ', undefined],
])('who typed %j means %o', (typed, whom) => {
	expect(guessWhom(typed)).toEqual(whom);
});

it('an address names a visitor or an account, and no visitor that cannot be one', () => {
	expect(readWhom(new URLSearchParams({ visitor: uuid }))).toEqual({ visitor: uuid });
	expect(readWhom(new URLSearchParams({ account: uuid }))).toEqual({ account: uuid });
	expect(readWhom(new URLSearchParams({ visitor: 'x' }))).toBeUndefined();
	expect(readWhom(new URLSearchParams())).toBeUndefined();
});
