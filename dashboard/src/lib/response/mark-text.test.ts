import { describe, expect, it } from 'vitest';

import { markText } from './mark-text.ts';

const written = (...given: Parameters<typeof markText>) =>
	markText(...given)
		.map(({ text, hit }) => (hit ? `[${text}]` : text))
		.join('');

describe('marking search terms', () => {
	it.each([
		['Too slow, so SLOW', 'slow', 'Too [slow], so [SLOW]'],
		['nothing', 'slow', 'nothing'],
		['all of it', '', 'all of it'],
		['a.b (c)', '.b (', 'a[.b (]c)'],
		['<b>x</b>', '<b>', '[<b>]x</b>'],
		['1/2 {x}|^$', '{x}|^$', '1/2 [{x}|^$]'],
		['GRÜẞE', 'grü', '[GRÜ]ẞE'],
		['Ｓｌｏｗ app', 'slow', '[Ｓｌｏｗ] app'],
		['slow app', 'ＳＬＯＷ', '[slow] app'],
		['oﬃce hours', 'office', '[oﬃce] hours'],
		['oﬃces', 'off', '[oﬃ]ces'],
		['각하', '\u1100\u1161\u11a8', '[각]하'],
		['👩‍💻 5 ㎏', 'kg', '👩‍💻 5 [㎏]'],
	])('in “%s” the words “%s” are marked', (text, words, expected) => {
		expect(written(text, words)).toBe(expected);
	});

	it('in a long text shows an excerpt around the words', () => {
		const text = `${'a'.repeat(500)} slow ${'b'.repeat(500)}`;
		const excerpt = written(text, 'slow', 100);
		expect(excerpt).toMatch(/^… a{59} \[slow\] b+ …$/);
		expect(excerpt.length).toBeLessThan(110);
	});

	it('in a long text without them shows the beginning', () => {
		expect(written('a'.repeat(20), '', 10)).toBe(`${'a'.repeat(10)} …`);
	});

	it('finds words whose letters are composed in another way', () => {
		expect(markText('Un cafe\u0301', 'CAFÉ')).toEqual([
			{ text: 'Un ', hit: false },
			{ text: 'cafe\u0301', hit: true },
		]);
	});
});
