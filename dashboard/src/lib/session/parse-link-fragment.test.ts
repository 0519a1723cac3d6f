import { describe, expect, it } from 'vitest';

import { parseLinkFragment } from './parse-link-fragment.ts';
import { readClaims } from './read-claims.ts';

const tokenOf = (claims: object) => `h.${btoa(JSON.stringify(claims))}.s`;

describe('the fragment of a sign-in link', () => {
	it('contains tokens and their e-mail address', () => {
		const token = tokenOf({ email: 'ada@example.com' });
		expect(parseLinkFragment(`#access_token=${token}&refresh_token=r`)).toEqual({
			tokens: { access_token: token, refresh_token: 'r', email: 'ada@example.com' },
		});
	});

	it.each([
		['#error=access_denied&error_code=otp_expired', 'expired'],
		['#access_token=a.b.c&refresh_token=r', 'damaged'],
		[`#access_token=${tokenOf({ sub: '1' })}&refresh_token=r`, 'damaged'],
	])('reports that it cannot be used: %s', (fragment, word) => {
		expect(parseLinkFragment(fragment)).toEqual({
			problem: expect.stringContaining(word) as string,
		});
	});

	it.each(['', '#', '#content', '#access_token=x', '#eJyrVkrLz1eyUkpKLFKqBQ'])(
		'is nothing of the kind: %j',
		(fragment) => expect(parseLinkFragment(fragment)).toBeUndefined(),
	);

	it('has no claims if the token is damaged', () => {
		for (const token of ['', 'a', 'a.b', 'a.!!.c']) expect(readClaims(token)).toEqual({});
	});
});
