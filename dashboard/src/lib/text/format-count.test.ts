import { expect, it } from 'vitest';

import { formatCount } from './format-count.ts';

it.each([
	[0, '0'],
	[9_999, '9,999'],
	[10_000, '10,000+'],
])('%j of at most 10,000 is written as %j', (count, text) => {
	expect(formatCount(count, 10_000)).toBe(text);
});
