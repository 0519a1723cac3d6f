import { expect, it } from 'vitest';

import { readOrigins, suggestOrigin } from './origins.ts';

it('reads lines, without blanks and repetitions', () => {
	expect(readOrigins(' https://a.example\n\nhttps://b.example, https://a.example\n')).toEqual([
		'https://a.example',
		'https://b.example',
	]);
});

it.each([
	['https://app.example.com/start?x=1', 'https://app.example.com'],
	['app.example.com', 'https://app.example.com'],
	['localhost:3000/', 'http://localhost:3000'],
	['HTTPS://App.Example.com', 'https://app.example.com'],
	['https://app.example.com', undefined],
	['ftp://files.example.com', undefined],
	['not an origin', undefined],
])('typed %j becomes %j', (typed, meant) => {
	expect(suggestOrigin(typed)).toBe(meant);
});
