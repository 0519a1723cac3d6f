import { expect, it } from 'vitest';

import { looksLikeBot } from './bot.ts';

const chrome =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36';

it.each<[string, Record<string, string>, boolean]>([
	['a person in Chrome', { 'user-agent': chrome }, false],
	[
		'a person in Firefox',
		{ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' },
		false,
	],
	['headless Chrome', { 'user-agent': chrome.replace('Chrome/', 'HeadlessChrome/') }, true],
	[
		'headless Chrome behind another name',
		{ 'user-agent': chrome, 'sec-ch-ua': '"HeadlessChrome";v="146"' },
		true,
	],
	[
		'a crawler',
		{ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
		true,
	],
	['a script', { 'user-agent': 'curl/8.5.0' }, true],
	['a client without a user agent', {}, true],
])('%s: bot is %s', (_, headers, expected) => {
	expect(looksLikeBot(new Headers(headers))).toBe(expected);
});
