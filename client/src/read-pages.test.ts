import { expect, it } from 'vitest';

import { readFilled } from './read-pages.ts';

type Page = { items: string[]; next: string | null; latest: string };

const pages: Record<string, Page> = {
	first: { items: [], next: 'second', latest: 'A' },
	second: { items: [], next: 'third', latest: 'B' },
	third: { items: ['one'], next: 'fourth', latest: 'C' },
	fourth: { items: [], next: null, latest: 'D' },
};
const read = (cursor = 'first') => Promise.resolve(pages[cursor]!);

it.each([
	[undefined, ['one'], 'fourth', 'A'],
	['second', ['one'], 'fourth', 'B'],
	['third', ['one'], 'fourth', 'C'],
	['fourth', [], null, 'D'],
])('reads from the cursor %s until a page has items', async (cursor, items, next, latest) => {
	// What came after the first page was read is still to be read: its `latest` counts.
	expect(await readFilled(read, cursor)).toEqual({ items, next, latest });
});
