import { expect, it } from 'vitest';

import { guessVisitorQuery, parseVisitorQuery } from './visitor-query.ts';

const uuid = '0199c3a0-0000-4000-8000-000000000001';

it.each([
	[` ${uuid.toUpperCase()} `, { visitor: uuid }],
	['user_42', { account: 'user_42' }],
	['  ', undefined],
])('the input %j means %o', (typed, query) => {
	expect(guessVisitorQuery(typed)).toEqual(query);
});

it('a URL names a visitor or an account, but no visitor with an invalid ID', () => {
	expect(parseVisitorQuery(new URLSearchParams({ visitor: uuid }))).toEqual({ visitor: uuid });
	expect(parseVisitorQuery(new URLSearchParams({ account: uuid }))).toEqual({ account: uuid });
	expect(parseVisitorQuery(new URLSearchParams({ visitor: 'x' }))).toBeUndefined();
	expect(parseVisitorQuery(new URLSearchParams())).toBeUndefined();
});
