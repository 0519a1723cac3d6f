import { describe, expect, it } from 'vitest';

import { AskingBrowser } from './asking-browser.ts';

const options = { publicUrl: 'https://feedback.example.com', secret: 'a secret' };

/** The browser whose requests have this cookie. */
function open(cookie?: string, { publicUrl, secret } = options, address?: string): AskingBrowser {
	const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
	const request = new Request(`${publicUrl}/auth/sign-in`, { headers });
	return new AskingBrowser(request, { publicUrl, secret }, address);
}

/** The cookie that a browser sends from now on. */
const cookieOf = (browser: AskingBrowser) => browser.setCookie?.split(';')[0];

describe('a browser', () => {
	it('without a cookie gets one that scripts cannot read', () => {
		expect(open().setCookie).toMatch(
			/^__Secure-feedback\.browser=[\w-]{22}; Max-Age=15552000; Path=\/auth; HttpOnly; SameSite=Lax; Secure$/,
		);
		const plain = open(undefined, { ...options, publicUrl: 'http://localhost:54321' });
		expect(plain.setCookie).toMatch(/^feedback\.browser=[\w-]{22}; .*SameSite=Lax$/);
	});

	it('keeps its cookie, and its ID', () => {
		const first = open();
		const again = open(`theme=dark; ${cookieOf(first)}`);
		expect(again.setCookie).toBeUndefined();
		expect(again.id).toBe(first.id);
	});

	it('with a cookie that is none gets another', () => {
		expect(open('__Secure-feedback.browser=short').setCookie).toBeDefined();
	});
});

describe('the addresses with which a browser has signed in', () => {
	it('are known to it', () => {
		const browser = open(cookieOf(open()));
		expect(browser.knownFor('ada@example.com')).toBeNull();
		browser.remember('ada@example.com');
		const again = open(cookieOf(browser));
		expect(again.knownFor('Ada@Example.com')?.toString()).toBe(browser.id);
		expect(again.knownFor('eve@example.com')).toBeNull();
	});

	it('are not stored once more', () => {
		const browser = open();
		browser.remember('ada@example.com');
		const again = open(cookieOf(browser));
		again.remember('ada@example.com');
		expect(again.setCookie).toBeUndefined();
	});

	it('are at most five', () => {
		const browser = open();
		for (let at = 1; at <= 6; at++) browser.remember(`${at}@example.com`);
		const again = open(cookieOf(browser));
		expect(again.knownFor('1@example.com')).toBeNull();
		expect(again.knownFor('2@example.com')).not.toBeNull();
	});

	it('cannot be claimed by another browser, or without the secret', () => {
		const browser = open();
		browser.remember('ada@example.com');
		const [, proof] = cookieOf(browser)!.split('=')[1]!.split('.');
		const other = cookieOf(open())!;
		expect(open(`${other}.${proof}`).knownFor('ada@example.com')).toBeNull();
		expect(open(`${other}.short`).knownFor('ada@example.com')).toBeNull();
		const rotated = open(cookieOf(browser), { ...options, secret: 'another secret' });
		expect(rotated.knownFor('ada@example.com')).toBeNull();
	});
});

it.each([
	['192.0.2.1', '192.0.2.1'],
	['::ffff:192.0.2.1', '192.0.2.1'],
	['fe80::1%eth0', 'fe80::1'],
])('the address %s is %s', (address, expected) => {
	expect(open(undefined, options, address).address).toBe(expected);
});
