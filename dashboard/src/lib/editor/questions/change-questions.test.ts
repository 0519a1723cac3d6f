import { examplePrompt, promptSchema } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { toContent } from '#lib/prompt/prompt-content.ts';
import { questionTypeList } from '#lib/prompt/question-types.ts';

import {
	changeType,
	deleteQuestion,
	duplicateQuestion,
	isChoice,
	makeOptionValue,
	newOption,
	newQuestion,
	renameOption,
	renameQuestion,
	restoreQuestion,
} from './change-questions.ts';

const example = () => toContent(structuredClone(examplePrompt));
const isValid = (content: unknown) => promptSchema.safeParse(content).success;

describe('a new question', () => {
	it.each(questionTypeList)('of the type %s is valid once it has a title', (type) => {
		const content = example();
		const question = newQuestion(type, content.questions);
		question.title = 'Words';
		content.questions.push(question);
		expect(isValid(content)).toBe(true);
	});

	it('has a unique ID', () => {
		const first = newQuestion('rating', []);
		const second = newQuestion('rating', [first]);
		expect([first.id, second.id]).toEqual(['rating', 'rating_2']);
	});
});

describe('a changed type', () => {
	it.each(questionTypeList)('is valid from and to %s', (type) => {
		for (const before of questionTypeList) {
			const question = { ...newQuestion(before, []), title: 'Words' };
			const content = { ...example(), translations: {}, questions: [changeType(question, type)] };
			expect(isValid(content), `${before} to ${type}`).toBe(true);
		}
	});

	it('keeps the options of a choice', () => {
		const question = example().questions[1]!;
		const changed = changeType(question, 'single_choice');
		expect(isChoice(changed) && changed.options.map(({ value }) => value)).toEqual([
			'slow',
			'format',
			'nothing',
		]);
	});
});

describe('a changed ID', () => {
	it('updates branches and translations', () => {
		const content = example();
		renameQuestion(content, 2, 'nps');
		expect(content.questions[0]!.branches).toEqual([
			{ when: { op: 'at_least', value: 4 }, go: 'nps' },
		]);
		expect(Object.keys(content.translations!['de']!.questions!)).toContain('nps');
		expect(isValid(content)).toBe(true);
	});

	it('that is already in use leaves the other question unchanged', () => {
		const content = example();
		renameQuestion(content, 2, 'more');
		renameQuestion(content, 2, 'mores');
		expect(content.translations!['de']!.questions!['more']!.title).toBe(
			'Möchten Sie uns noch etwas sagen?',
		);
	});
});

describe('a changed option value', () => {
	it('updates branches and translations', () => {
		const content = example();
		content.questions[1]!.branches = [
			{ when: { op: 'one_of', value: ['slow', 'format'] }, go: 'more' },
		];
		renameOption(content, { question: 1, option: 0 }, 'too_slow');
		expect(content.questions[1]!.branches[0]!.when).toEqual({
			op: 'one_of',
			value: ['too_slow', 'format'],
		});
		expect(content.translations!['de']!.questions!['trouble']!.options).toHaveProperty('too_slow');
		expect(isValid(content)).toBe(true);
	});

	it('is derived from the label', () => {
		expect(makeOptionValue('Too expensive!', [])).toBe('too_expensive');
		expect(makeOptionValue('Zu Öde', ['zu_ode'])).toBe('zu_ode_2');
		expect(makeOptionValue('高い', [])).toBeUndefined();
		expect(newOption(['option_2'])).toEqual({ value: 'option_3', label: 'Option 3' });
	});
});

describe('a deleted question', () => {
	it('is restored with its translations', () => {
		const content = example();
		const before = structuredClone(content);
		const deleted = deleteQuestion(content, 3);
		expect(isValid(content)).toBe(true);
		restoreQuestion(content, deleted);
		expect(content).toEqual(before);
	});
});

describe('a duplicated question', () => {
	it('follows the original, with its translations, under a new ID', () => {
		const content = example();
		duplicateQuestion(content, 1);
		expect(content.questions.map(({ id }) => id)).toEqual([
			'ease',
			'trouble',
			'trouble_2',
			'recommend',
			'more',
		]);
		expect(content.translations!['de']!.questions).toHaveProperty('trouble_2');
		expect(isValid(content)).toBe(true);
	});
});
