import { describe, expect, it } from 'vitest';

import { localizePrompt } from './localize.ts';
import { toPrefill } from './prefill.ts';
import { lintPrompt } from './lint/lint-prompt.ts';
import { promptSchema, type PromptInput } from './prompt.ts';
import { fillPrompt } from './text-values/fill-prompt.ts';
import type { QuestionToDraw } from './wire.ts';

const options = [
	{ value: 'pdf', label: 'PDF' },
	{ value: 'csv', label: 'CSV' },
];
const parse = (questions: PromptInput['questions']) =>
	promptSchema.parse({ survey_id: 'a', name: 'A', questions });
const asked = (question: PromptInput['questions'][number]) =>
	localizePrompt(parse([question]), 1).questions[0] as QuestionToDraw;

const rating = asked({ id: 'a', type: 'rating', title: 'A' });
const choice = asked({ id: 'a', type: 'single_choice', title: 'A', options });
const choices = asked({ id: 'a', type: 'multiple_choice', title: 'A', options });
const yesNo = asked({ id: 'a', type: 'yes_no', title: 'A' });
const words = asked({ id: 'a', type: 'short_text', title: 'A', max_length: 5 });
const consent = asked({ id: 'a', type: 'consent', title: 'A', label: 'A' });
const message = asked({ id: 'a', type: 'message', title: 'A' });

describe('a value', () => {
	it.each([
		[rating, 4, 4],
		[choice, 'pdf', 'pdf'],
		[choices, 'pdf', ['pdf']],
		[choices, ['csv', 'pdf'], ['csv', 'pdf']],
		[yesNo, false, false],
		[words, 'Ada', 'Ada'],
		[words, 42, '42'],
	])('is an answer: %#', (question, value, answer) => {
		expect(toPrefill(question, value)).toEqual(answer);
	});

	it.each([
		[rating, 6],
		[rating, 3.5],
		[rating, '4'],
		[choice, 'doc'],
		[choice, { other: 'x' }],
		[choices, ['pdf', 'pdf']],
		[choices, [{}]],
		[yesNo, 'yes'],
		[words, 'too long'],
		[words, { length: 1 }],
		[consent, true],
		[message, true],
		[words, null],
		[words, undefined],
	])('is no answer: %#', (question, value) => {
		expect(toPrefill(question, value)).toBeUndefined();
	});
});

it('prefill_from names where the first answer comes from, which is not sent', () => {
	const prompt = parse([
		{ id: 'a', type: 'single_choice', title: 'A', options, prefill_from: 'event.format' },
		{ id: 'b', type: 'short_text', title: 'B', prefill_from: 'trait.constructor' },
	]);
	const drawn = fillPrompt(localizePrompt(prompt, 1), { event: { format: 'csv' }, trait: {} });
	expect(drawn.prefill).toEqual({ a: 'csv' });
	expect(fillPrompt(localizePrompt(prompt, 1), {})).not.toHaveProperty('prefill');
	expect(JSON.stringify(drawn)).not.toContain('prefill_from');
});

it('prefill_from names a source and a key, and not for a consent', () => {
	const question = { id: 'a', type: 'nps', title: 'A' } as const;
	for (const prefill_from of ['format', 'answer.a', 'user.name', 'event.', '']) {
		const { error } = promptSchema.safeParse({
			survey_id: 'a',
			name: 'A',
			questions: [{ ...question, prefill_from }],
		});
		expect(error?.issues[0]?.path).toEqual(['questions', 0, 'prefill_from']);
	}
	const agreed = { id: 'ok', type: 'consent', title: 'OK', label: 'OK' } as const;
	expect(lintPrompt(parse([{ ...agreed, prefill_from: 'event.ok' }]), 0)).toEqual([
		{
			severity: 'error',
			path: ['questions', 0, 'prefill_from'],
			message: 'does not go with the type consent',
		},
	]);
});
