import { expect, it } from 'vitest';

import { formatUserCode, mintUserCode, readUserCode } from './user-code.ts';

it('a code is accepted in every form that a person may type', () => {
	const code = mintUserCode();
	const shown = formatUserCode(code);
	expect(shown).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
	for (const typed of [shown, code, shown.toLowerCase(), ` ${code.slice(0, 2)} ${code.slice(2)}`]) {
		expect(readUserCode(typed)).toBe(code);
	}
});

it.each(['', 'BCDF-GHJ', 'BCDF-GHJKL', 'ABCD-EFGH', 'BCDF-GHJ1', 'ΒCDF-GHJK', 'BCDFßHJK'])(
	'%j is not a code',
	(typed) => {
		expect(readUserCode(typed)).toBe(undefined);
	},
);

it('codes use all letters about equally often', () => {
	const times = new Map<string, number>();
	for (let at = 0; at < 2_000; at++) {
		for (const letter of mintUserCode()) times.set(letter, (times.get(letter) ?? 0) + 1);
	}
	expect(times.size).toBe(20);
	// 800 expected of each; six standard deviations are 165.
	for (const found of times.values()) expect(Math.abs(found - 800)).toBeLessThan(165);
});
