import { describe, expect, it } from 'vitest';

import { readNextPage, signInPage } from './next-page.ts';

const home = 'https://app.example';

describe('the page after signing in', () => {
	it('is the page that the person came from', () => {
		const from = new URL('/sites/1/overview?tab=a&b=c#x', home);
		const signIn = new URL(signInPage(from), home);
		expect(signIn.pathname).toBe('/sign-in');
		expect(readNextPage(signIn)).toBe('/sites/1/overview?tab=a&b=c');
	});

	it('is the home page otherwise', () => {
		expect(signInPage(new URL('/', home))).toBe('/sign-in');
		expect(readNextPage(new URL('/sign-in', home))).toBe('/');
	});

	it('states that the session has ended', () => {
		expect(signInPage(new URL('/', home), { hasEnded: true })).toBe('/sign-in?ended=1');
		const from = new URL('/sites/1/overview?tab=a', home);
		const signIn = new URL(signInPage(from, { hasEnded: true }), home);
		expect(signIn.searchParams.get('ended')).toBe('1');
		expect(readNextPage(signIn)).toBe('/sites/1/overview?tab=a');
	});

	it.each([
		'https://evil.example/',
		'//evil.example/x',
		'/\\evil.example',
		'javascript:alert(1)',
		'\\\\evil.example',
		'evil.example',
		'/\t/evil.example',
		'http://[',
	])('is never another site: %j', (next) => {
		const page = readNextPage(new URL(`/sign-in?next=${encodeURIComponent(next)}`, home));
		expect(new URL(page, home).origin).toBe(home);
		expect(page).toBe('/');
	});
});
