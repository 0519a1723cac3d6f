import fc from 'fast-check';
import { expect, it } from 'vitest';

import { hideScale, hideSmallGroups, tellsSmallGroup } from './hide-small-groups.ts';

it.each([
	[
		[40, 12, 5],
		[40, 12, 5],
	],
	[
		[40, 3, 12],
		[40, null, null],
	],
	[
		[40, 1, 1, 12],
		[40, null, null, null],
	],
	[
		[40, 3, 2, 12],
		[40, null, null, 12],
	],
	[
		[40, 0, 4, 0, 9],
		[40, 0, null, 0, null],
	],
	[
		[4, 3],
		[null, null],
	],
	[[2], [null]],
])('of %j shares %j', (counts, shared) => {
	expect(hideSmallGroups(counts)).toEqual(shared);
});

it('never reveals a small group, not even by subtraction from the total', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 8 }), (counts) => {
			const shared = hideSmallGroups(counts);
			const hidden = counts.filter((_, at) => shared[at] === null);
			expect(shared.every((count) => count === null || count === 0 || count >= 5)).toBe(true);
			const shown = shared.filter((count) => count !== null && count > 0).length;
			// Only if no other group is left may a single group be hidden.
			if (hidden.length > 0 && shown > 0) expect(hidden.length).toBeGreaterThan(1);
		}),
	);
});

it('shares a scale completely or not at all', () => {
	expect(hideScale([0, 5, 9])).toEqual([0, 5, 9]);
	expect(hideScale([0, 5, 9, 4])).toEqual([null, null, null, null]);
	expect([tellsSmallGroup(0.9, 20), tellsSmallGroup(0.5, 20), tellsSmallGroup(1, 20)]).toEqual([
		true,
		false,
		false,
	]);
});
