import { describe, expect, it } from 'vitest';

import { acceptCases } from '../../test/accept-cases.ts';
import { wantsMarkdown } from './accept.ts';

describe('wantsMarkdown', () => {
	it.each(acceptCases)('Accept: %s → %s', (accept, markdown) => {
		expect(wantsMarkdown(accept ?? null)).toBe(markdown);
	});

	it('reads only the start of a very long header', () => {
		expect(wantsMarkdown(`${'a/b;q=0.5,'.repeat(100_000)}text/markdown`)).toBe(false);
	});
});
