import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
	openIdentity,
	readToken,
	signInByCode,
	TestBrowser,
	type TestIdentity,
	waitForCode,
} from './test-identity.ts';

let open: TestIdentity;
beforeAll(async () => {
	open = await openIdentity({ allowedDomains: ['example.com'] });
});
afterAll(() => open.stop());

describe('a code by e-mail', () => {
	it('signs in', async () => {
		const browser = await signInByCode(open, 'ada@example.com');
		const token = await readToken(browser, open.identity);
		console.log(
			decodeProtectedHeader(token),
			decodeJwt(token),
			browser.cookies,
			open.mailbox.messages[0],
			open.lines,
		);
		console.log(
			await browser.get(open.identity, '/sessions'),
			await browser.get(open.identity, '/jwks'),
			await browser.get(open.identity, '/methods'),
		);
	});
});
