import { expect, it } from 'vitest';

import { createInboxKeyReader } from './inbox-keys.ts';

const press = (key: string, repeat = false) => ({ key, repeat });

it('moves while a key is held, and changes only one answer', () => {
	const read = createInboxKeyReader();
	expect(read(press('j'), 0)).toBe('next');
	expect(read(press('j', true), 10)).toBe('next');
	expect(read(press('e'), 20)).toBe('done');
	expect(read(press('e', true), 30)).toBeUndefined();
	expect(read(press('y'), 40)).toBe('accept');
	expect(read(press('x', true), 50)).toBeUndefined();
	expect(read(press('q'), 60)).toBeUndefined();
});

it('leaves the letter after "g" to the navigation', () => {
	const read = createInboxKeyReader();
	expect(read(press('g'), 0)).toBeUndefined();
	expect(read(press('a'), 500)).toBeUndefined();
	expect(read(press('a'), 600)).toBe('assign');
	expect(read(press('g'), 1_000)).toBeUndefined();
	expect(read(press('a'), 3_000)).toBe('assign');
});
