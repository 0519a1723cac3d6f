import { askedKey, promptSchema } from '@feedback/contract';
import { expect, it } from 'vitest';

import { countDropOff, type Alike } from './drop-off.ts';

const { questions } = promptSchema.parse({
	survey_id: 'ease',
	name: 'Ease',
	questions: [
		{
			id: 'score',
			type: 'rating',
			title: 'How was it?',
			branches: [{ when: { op: 'at_least', value: 4 }, go: 'more' }],
		},
		{ id: 'wrong', type: 'short_text', title: 'What went wrong?' },
		{ id: 'more', type: 'long_text', title: 'More?' },
	],
});
const versions = [{ key: '1', revision: 1, variant: null, questions }];
const alike = (given: Partial<Alike>): Alike => ({
	version: '1',
	final: true,
	answered: [],
	picked: null,
	responses: 1,
	...given,
});

const count = (...input: Parameters<typeof countDropOff>) => {
	const counts = countDropOff(...input);
	return new Map(
		questions.flatMap((question) => {
			const found = counts.get(askedKey(question));
			return found ? [[question.id, found] as const] : [];
		}),
	);
};

it('a skipped branch was not reached, and only visitors who answered are counted as answering', () => {
	const counts = count(
		[
			alike({ answered: ['score'], picked: { score: 5 }, responses: 7 }),
			alike({ answered: ['score', 'wrong'], picked: { score: 2 }, responses: 2 }),
		],
		versions,
	);
	expect(Object.fromEntries(counts)).toEqual({
		score: { reached: 9, answered: 9, skipped: 0 },
		wrong: { reached: 2, answered: 2, skipped: 0 },
		more: { reached: 9, answered: 0, skipped: 9 },
	});
});

it('a visitor who has not finished is at the question after the last answer', () => {
	const counts = count(
		[
			alike({ final: false, responses: 4 }),
			alike({ final: false, answered: ['score'], picked: { score: 1 }, responses: 3 }),
		],
		versions,
	);
	expect(Object.fromEntries(counts)).toEqual({
		score: { reached: 7, answered: 3, skipped: 0 },
		wrong: { reached: 3, answered: 0, skipped: 0 },
	});
});
