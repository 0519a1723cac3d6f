import { readFileSync } from 'node:fs';

import { builtinStyle } from '@feedback/contract';
import { expect, test } from 'vitest';

test('the style sheet has the values of the built-in appearance', () => {
	const css = readFileSync(new URL('../../src/ui/prompt.css', import.meta.url), 'utf8');
	expect(css).toContain(`var(--prompt-accent, ${builtinStyle.accent})`);
	expect(css).toContain(`var(--prompt-radius, ${builtinStyle.radius}px)`);
});
