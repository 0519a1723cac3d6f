import { expect, it } from 'vitest';

import { filterSuggestions } from './suggestion.ts';

const suggestions = ['upland', 'plan', 'seats', 'Plane'].map((text) => ({ text }));
const texts = (typed: string) => filterSuggestions(suggestions, typed).map(({ text }) => text);

it('suggests texts that start with the typed text before those that contain it', () => {
	expect(texts('pla')).toEqual(['plan', 'Plane', 'upland']);
	expect(texts(' SEAT ')).toEqual(['seats']);
	expect(texts('zebra')).toEqual([]);
});

it('suggests everything in order if nothing is typed', () => {
	expect(texts('')).toEqual(['upland', 'plan', 'seats', 'Plane']);
});
