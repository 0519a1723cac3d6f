import { describe, expect, it } from 'vitest';

import { acceptCases } from '../../test/accept-cases.ts';
import { wantsMarkdown } from './accept.ts';

describe('the wish for Markdown', () => {
	it.each(acceptCases)('Accept: %s → %s', (accept, markdown) => {
		expect(wantsMarkdown(accept ?? null)).toBe(markdown);
	});

	it('is read from a very long header in no time', () => {
		expect(wantsMarkdown(`${'a/b;q=0.5,'.repeat(100_000)}text/markdown`)).toBe(false);
	});
});
