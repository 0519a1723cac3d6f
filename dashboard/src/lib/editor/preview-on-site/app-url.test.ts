import { describe, expect, it } from 'vitest';

import { checkAppUrl, previewLink } from './app-url.ts';

describe('the address of an app', () => {
	it.each([
		['app.example.com', 'https://app.example.com/'],
		[' https://app.example.com/a?b=c ', 'https://app.example.com/a?b=c'],
		['localhost:5173', 'http://localhost:5173/'],
		['127.0.0.1:5173/x', 'http://127.0.0.1:5173/x'],
	])('%s is %s', (typed, url) => {
		expect(checkAppUrl(typed, [])).toEqual({ url });
	});

	it.each(['', 'ftp://example.com', 'https://', 'javascript:alert(1)', 'a b'])(
		'%o is none',
		(typed) => {
			expect(checkAppUrl(typed, [])).toMatchObject({
				problem: expect.stringMatching(/^[A-Z].+\.$/),
			});
		},
	);

	it('must match the site’s origins, if it has any', () => {
		const origins = ['https://app.example.com', 'https://www.example.com'];
		expect(checkAppUrl('https://app.example.com/x', origins)).toEqual({
			url: 'https://app.example.com/x',
		});
		expect(checkAppUrl('http://app.example.com', origins)).toEqual({
			problem:
				'The site only accepts requests from https://app.example.com or https://www.example.com, so nothing would appear on http://app.example.com.',
			isOrigin: true,
		});
	});

	it('contains the token in its fragment', () => {
		const judged = checkAppUrl('https://app.example.com/#/reports', []);
		expect(judged).toMatchObject({
			url: 'https://app.example.com/',
			note: expect.stringContaining('#'),
		});
		expect(previewLink('https://app.example.com/', 'abc')).toBe(
			'https://app.example.com/#feedback_preview=abc',
		);
	});
});
