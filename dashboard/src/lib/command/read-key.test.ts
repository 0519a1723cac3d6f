import { describe, expect, it } from 'vitest';

import { createKeyReader } from './read-key.ts';

const plain = {
	ctrlKey: false,
	metaKey: false,
	altKey: false,
	defaultPrevented: false,
	repeat: false,
	target: null,
};
const at = (now = 0, letters = true) => ({ now, letters });

describe('a key', () => {
	it('with Ctrl or ⌘ opens the palette, even in a field', () => {
		const read = createKeyReader();
		expect(read({ ...plain, key: 'k', ctrlKey: true }, at())).toEqual({ open: 'palette' });
		expect(read({ ...plain, key: 'K', metaKey: true }, at(0, false))).toEqual({ open: 'palette' });
		expect(read({ ...plain, key: 'j', ctrlKey: true }, at())).toBeUndefined();
	});

	it('"?" opens the shortcuts', () => {
		expect(createKeyReader()({ ...plain, key: '?' }, at())).toEqual({ open: 'shortcuts' });
	});

	it('opens a page shortly after a "g"', () => {
		const read = createKeyReader();
		expect(read({ ...plain, key: 'g' }, at(0))).toBeUndefined();
		expect(read({ ...plain, key: 'p' }, at(500))).toEqual({ go: 'p' });
		expect(read({ ...plain, key: 'p' }, at(600))).toBeUndefined();
		read({ ...plain, key: 'g' }, at(1_000));
		expect(read({ ...plain, key: 'p' }, at(5_000))).toBeUndefined();
	});

	it('does nothing if it is text, already handled, or a letter while letters are off', () => {
		const read = createKeyReader();
		const field = { closest: () => ({}) } as unknown as EventTarget;
		expect(read({ ...plain, key: '?', target: field }, at())).toBeUndefined();
		expect(read({ ...plain, key: '?', defaultPrevented: true }, at())).toBeUndefined();
		expect(read({ ...plain, key: '?' }, at(0, false))).toBeUndefined();
	});
});
