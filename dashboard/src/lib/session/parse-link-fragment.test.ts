import { describe, expect, it } from 'vitest';

import { readClaims, readLinkAnswer } from './parse-link-fragment.ts';

const tokenOf = (claims: object) => `h.${btoa(JSON.stringify(claims))}.s`;

describe('what a link of a message leads to', () => {
	it('holds tokens and the address they are for', () => {
		const token = tokenOf({ email: 'ada@example.com' });
		expect(readLinkAnswer(`#access_token=${token}&refresh_token=r`)).toEqual({
			tokens: { access_token: token, refresh_token: 'r', email: 'ada@example.com' },
		});
	});

	it.each([
		['#error=access_denied&error_code=otp_expired', 'expired'],
		['#access_token=a.b.c&refresh_token=r', 'damaged'],
		[`#access_token=${tokenOf({ sub: '1' })}&refresh_token=r`, 'damaged'],
	])('is told when it is of no use: %s', (fragment, word) => {
		expect(readLinkAnswer(fragment)).toEqual({ problem: expect.stringContaining(word) as string });
	});

	it.each(['', '#', '#content', '#access_token=x', '#eJyrVkrLz1eyUkpKLFKqBQ'])(
		'is nothing of the kind: %j',
		(fragment) => expect(readLinkAnswer(fragment)).toBeUndefined(),
	);

	it('of a damaged token tells nothing', () => {
		for (const token of ['', 'a', 'a.b', 'a.!!.c']) expect(readClaims(token)).toEqual({});
	});
});
