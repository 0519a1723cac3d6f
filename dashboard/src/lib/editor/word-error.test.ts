import { expect, it } from 'vitest';

import { wordError } from './word-error.ts';

it('describes what to do about an empty field, and repeats other errors', () => {
	expect(wordError({ message: 'must have at least 1 character' })).toBe('Fill this in.');
	expect(wordError({ message: 'must have at least 1 characters', name: 'Property' })).toBe(
		'Choose a property.',
	);
	expect(wordError({ message: 'is missing; must be a string', name: 'Event' })).toBe(
		'Choose an event.',
	);
	expect(wordError({ message: 'must be at most 90', name: 'Days' })).toBe(
		'Days must be at most 90',
	);
	expect(wordError({ message: 'must be at most 90' })).toBe('must be at most 90');
	expect(wordError({ message: 'is not known here', suggestion: 'title' })).toBe(
		'is not known here; did you mean “title”?',
	);
});
