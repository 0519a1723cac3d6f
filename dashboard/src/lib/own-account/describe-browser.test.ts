import { expect, it } from 'vitest';

import { describeBrowser } from './describe-browser.ts';

it.each([
	[
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
		'Edge on Windows',
	],
	[
		'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
		'Chrome on Android',
	],
	[
		'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
		'Safari on iPhone',
	],
	['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
	['curl/8.14.1', 'A browser'],
	[null, 'An unknown browser'],
])('%s is %s', (userAgent, described) => {
	expect(describeBrowser(userAgent)).toBe(described);
});
