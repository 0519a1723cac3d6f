import { expect, it } from 'vitest';

import { promptSchema } from '../prompt.ts';
import { lintPrompt } from './lint-prompt.ts';

const nps = { id: 'n', type: 'nps', title: 'N' };

function lint(questions: object[]): string[] {
	const prompt = promptSchema.parse({ survey_id: 'a', name: 'A', questions });
	return lintPrompt(prompt, 0).map(
		({ severity, path, message }) => `${severity} ${path.join('.')} ${message}`,
	);
}

it('an answer becomes a trait if it is one short value', () => {
	expect(lint([{ ...nps, trait: 'score' }])).toEqual([]);
	expect(lint([{ id: 'w', type: 'long_text', title: 'W', trait: 'words' }])).toEqual([
		'error questions.0.trait does not go with the type long_text: a trait is one short value',
	]);
});

it('two answers cannot become the same trait', () => {
	expect(
		lint([
			{ ...nps, trait: 'score' },
			{ ...nps, id: 'm', trait: 'score' },
		]),
	).toEqual(['error questions.1.trait "score" is already the trait of "n", not only of "m"']);
});

it.each(['__proto__', '', 'k'.repeat(300)])('%j is no name of a trait', (trait) => {
	const prompt = { survey_id: 'a', name: 'A', questions: [{ ...nps, trait }] };
	expect(promptSchema.safeParse(prompt).success).toBe(false);
});
