import { expect, it } from 'vitest';

import { chooseEvenly, listRoundNumbers } from './axis-ticks.ts';

it.each([
	[1, [0, 1]],
	[3, [0, 1, 2, 3]],
	[9, [0, 5]],
	[173, [0, 50, 100, 150]],
	[1_000, [0, 500, 1_000]],
	[4_000, [0, 1_000, 2_000, 3_000, 4_000]],
])('an axis up to %i has round numbers', (most, numbers) => {
	expect(listRoundNumbers(most)).toEqual(numbers);
});

it.each([
	[0, 5, []],
	[1, 5, [0]],
	[5, 5, [0, 1, 2, 3, 4]],
	[6, 5, [1, 3, 5]],
	[90, 6, [14, 29, 44, 59, 74, 89]],
])('of %i items, at most %i are labelled, including the last', (count, most, chosen) => {
	expect(chooseEvenly(count, most)).toEqual(chosen);
});
