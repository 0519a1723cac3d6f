import { expect, it } from 'vitest';

import vectors from '../vectors/meaning.json' with { type: 'json' };
import { foldText } from './fold-text.ts';

it.each(vectors.folded.cases)('$text is searched as $folded', ({ text, folded }) => {
	expect(foldText(text)).toBe(folded);
});
