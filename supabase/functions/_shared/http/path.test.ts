import { expect, it } from 'vitest';

import { pathBelow } from './path.ts';

it.each([
	['http://a/sdk/events', '/events'],
	['http://a/functions/v1/sdk/events?x=1', '/events'],
	['http://a/functions/v1/sdk', '/'],
	['http://a/sdkish/events', undefined],
	['http://a/other/sdk/events', undefined],
	['http://a/', undefined],
])('%s has the path %s below sdk', (url, path) => {
	expect(pathBelow('sdk', url)).toBe(path);
});
