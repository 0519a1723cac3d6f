import { describe, expect, it } from 'vitest';

import vectors from '../../vectors/languages.json' with { type: 'json' };
import { directionOf } from './direction.ts';
import { matchLanguage } from './match-language.ts';
import { offeredLanguages } from './offered-languages.ts';

describe('the language for a reader', () => {
	it.each(vectors.matches)('among $offered, of $preferred is $match', (vector) => {
		expect(matchLanguage(vector.offered, vector.preferred) ?? null).toBe(vector.match);
	});

	it('is tested with what browsers send, for every offered language', () => {
		for (const tag of offeredLanguages) {
			const lists = vectors.matches.filter(({ match }) => match === tag);
			expect(lists.length, tag).toBeGreaterThanOrEqual(3);
		}
	});

	it('is an exact tag before any other', () => {
		for (const tag of offeredLanguages) {
			expect(matchLanguage([...offeredLanguages].reverse(), [tag])).toBe(tag);
		}
	});
});

it.each(Object.entries(vectors.directions))('%s is written %s', (tag, direction) => {
	expect(directionOf(tag)).toBe(direction);
});
