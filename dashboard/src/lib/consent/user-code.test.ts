import { expect, it } from 'vitest';

import { readUserCode } from './user-code.ts';

it.each([
	['BCDF-GHJK', 'BCDF-GHJK'],
	['bcdf ghjk ', 'BCDF-GHJK'],
	['bcdfghjk', 'BCDF-GHJK'],
	['', undefined],
	['BCDF-GHJ', undefined],
	['BCDF-GHJKL', undefined],
	['BCDF_GHJK', undefined],
])('%j is read as %s', (typed, code) => {
	expect(readUserCode(typed)).toBe(code);
});
