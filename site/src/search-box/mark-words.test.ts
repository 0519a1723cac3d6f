import { describe, expect, it } from 'vitest';

import { markWords, wordsOf } from './mark-words.ts';

const marked = (text: string, query: string) =>
	markWords(text, wordsOf(query))
		.filter(({ isMarked }) => isMarked)
		.map(({ text: part }) => part);

describe('the marked words', () => {
	it.each([
		['Events are kept for 30 days.', 'how long is an event kept', ['Events', 'kept']],
		['Retries of a delivery', 'retry deliveries', ['Retries', 'delivery']],
		['The eventuality of events', 'event', ['events']],
		['How the search works', 'how does the search work', ['search', 'works']],
		['Plain', '', []],
	])('of %j for %j', (text, query, expected) => {
		expect(marked(text, query)).toEqual(expected);
	});

	it('leave the text as it is', () => {
		const text = '<b>Events</b> & “more” events…';
		expect(
			markWords(text, ['event'])
				.map((part) => part.text)
				.join(''),
		).toBe(text);
	});
});
