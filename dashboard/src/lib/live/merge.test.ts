import { describe, expect, it } from 'vitest';

import { mergeItems, dropOlderItems } from './merge.ts';

type Item = { id: string; at: string; note?: string };

const item = (id: string, second: number, note?: string): Item => ({
	id,
	at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
	...(note !== undefined && { note }),
});
const merge = (known: Item[], read: Item[], most = 10) =>
	mergeItems(known, read, ({ at }) => at, most);
const ids = (items: Item[]) => items.map(({ id }) => id).join('');

describe('merging new items into a list', () => {
	it('puts the newest item first, even if it arrived late', () => {
		expect(ids(merge([item('d', 4), item('b', 2)], [item('e', 5), item('c', 3)]))).toBe('edcb');
	});

	it('keeps the latest version of each item', () => {
		const merged = merge([item('a', 1, 'waiting')], [item('a', 1, 'displayed')]);
		expect(merged).toEqual([item('a', 1, 'displayed')]);
	});

	it('orders items of the same time consistently', () => {
		expect(ids(merge([item('a', 1)], [item('b', 1)]))).toBe('ba');
		expect(ids(merge([item('b', 1)], [item('a', 1)]))).toBe('ba');
	});

	it('drops the oldest items beyond its limit', () => {
		expect(ids(merge([item('b', 2), item('a', 1)], [item('c', 3)], 2))).toBe('cb');
	});

	it('compares times, not strings', () => {
		const late = { id: 'x', at: '2026-01-01T02:00:00+01:00' };
		const early = { id: 'y', at: '2026-01-01T00:30:00Z' };
		expect(ids(merge([early], [late]))).toBe('xy');
	});
});

describe('a list that has older items', () => {
	const at = ({ at }: Item) => at;
	const known = [item('d', 4), item('c', 3)];

	it('excludes items that are older than its oldest item', () => {
		expect(ids(dropOlderItems(known, [item('e', 5), item('c', 3), item('b', 2)], at))).toBe('ec');
	});

	it('includes late items within its range', () => {
		expect(ids(dropOlderItems([item('d', 4), item('b', 2)], [item('c', 3)], at))).toBe('c');
	});
});
