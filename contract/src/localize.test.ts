import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { builtinStyle } from './localize.ts';

it('the SDK’s style sheet says what the built-in look leaves to it', () => {
	const css = readFileSync(new URL('../../sdk/src/ui/prompt.css', import.meta.url), 'utf8');
	expect(css).toContain(`var(--look-accent, ${builtinStyle.accent})`);
	expect(css).toContain(`var(--look-radius, ${builtinStyle.radius}px)`);
});
