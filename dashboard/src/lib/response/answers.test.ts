import { describeAnswer, examplePrompt, promptSchema } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { listAnswers } from './answers.ts';
import type { Response } from './answers.ts';

const prompt = promptSchema.parse({
	...examplePrompt,
	questions: [
		...examplePrompt.questions,
		{ id: 'again', type: 'yes_no', title: 'Again?', yes_label: 'Sure' },
		{ id: 'terms', type: 'consent', title: 'Terms', label: 'I agree' },
	],
});
const question = (id: string) => prompt.questions.find((candidate) => candidate.id === id);

describe('an answer', () => {
	it.each([
		['ease', 3, { kind: 'score', value: 3, from: 1, to: 5 }],
		['recommend', 0, { kind: 'score', value: 0, from: 0, to: 10 }],
		['trouble', ['slow', 'format'], ['It took too long', 'My format was missing']],
		['trouble', [{ other: '<b>x</b>' }], ['Something else: <b>x</b>']],
		['again', true, ['Sure']],
		['again', false, ['No']],
		['terms', false, ['Did not agree']],
		['more', '<script>', { kind: 'text', text: '<script>' }],
		['more', '  ', { kind: 'skipped' }],
		['more', null, { kind: 'skipped' }],
	])('to %s is described in the words of the question: %j', (id, answer, expected) => {
		const expectedAnswer = Array.isArray(expected)
			? { kind: 'choices', labels: expected }
			: expected;
		expect(describeAnswer(question(id), answer)).toEqual(expectedAnswer);
	});

	it.each([
		[7, { kind: 'text', text: '7' }],
		['slow', { kind: 'text', text: 'slow' }],
		[['slow'], { kind: 'choices', labels: ['slow'] }],
		[{ other: 'x' }, { kind: 'choices', labels: ['Other: x'] }],
		[true, { kind: 'choices', labels: ['Yes'] }],
	])('without its question is shown as a bare value: %j', (answer, expected) => {
		expect(describeAnswer(undefined, answer)).toEqual(expected);
	});
});

describe('the answers of a response', () => {
	const response = {
		answers: { gone: 'x', recommend: 9, ease: 5 },
		variant: null,
	} as unknown as Response;

	it('are in the order of the questions, with removed questions last', () => {
		expect(listAnswers(response, prompt).map(({ id }) => id)).toEqual([
			'ease',
			'recommend',
			'gone',
		]);
	});

	it('use the texts of the displayed variant', () => {
		const ease = { id: 'ease', type: 'yes_no' as const, title: 'Easy?' };
		const variants = [{ key: 'control' }, { key: 'short', questions: [ease], translations: {} }];
		const varied = promptSchema.parse({ ...prompt, experiment: { key: 'words', variants } });
		const titleIn = (variant: string) => listAnswers({ ...response, variant }, varied)[0]?.title;
		expect(titleIn('short')).toBe('Easy?');
		expect(titleIn('control')).toBe(prompt.questions[0]?.title);
	});

	it('have titles with the fallbacks of values, which are not stored', () => {
		const title = 'How is {{trait.plan | your plan}}?';
		const ease = { id: 'ease', type: 'yes_no' as const, title };
		const personal = promptSchema.parse({ ...examplePrompt, questions: [ease], translations: {} });
		expect(listAnswers(response, personal)[0]?.title).toBe('How is your plan?');
	});

	it('are listed before the prompt is known', () => {
		expect(listAnswers(response, undefined).map(({ title }) => title)).toEqual([
			'gone',
			'recommend',
			'ease',
		]);
	});
});
