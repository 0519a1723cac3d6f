import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findAnswerIssues, reachedQuestions, type Answers } from '../answer.ts';
import { examplePrompt } from '../example-prompt.ts';
import { arbitraryPrompt } from '../prompt-file/arbitrary-prompt.ts';
import { promptSchema, type PromptInput } from '../prompt.ts';
import type { Question } from '../question.ts';
import type { MetBranches } from '../settle-branches.ts';
import { lintPrompt } from './lint-prompt.ts';
import { listPossibleAnswers } from './possible-answers.ts';

const now = Date.parse('2026-06-01T00:00:00Z');
const nps = { id: 'n', type: 'nps', title: 'N' } as const;
const after = { id: 'm', type: 'yes_no', title: 'M' } as const;
const options = [
	{ value: 'a', label: 'A' },
	{ value: 'b', label: 'B' },
];
const choice = { id: 'c', type: 'single_choice', title: 'C', options } as const;

function lint(questions: unknown[], more: Partial<PromptInput> = {}): string[] {
	const prompt = promptSchema.parse({ survey_id: 'a', name: 'A', questions, ...more });
	return lintPrompt(prompt, now).map(
		({ severity, path, message }) => `${severity} ${path.join('.')} ${message}`,
	);
}

const branching = (question: object, ...whens: object[]) => ({
	...question,
	branches: whens.map((when) => ({ when, go: 'end' })),
});

describe('a branch', () => {
	it.each([
		[nps, { op: 'is', value: 11 }, 'answers are from 0 to 10'],
		[nps, { op: 'at_least', value: 12 }, 'answers are from 0 to 10'],
		[nps, { op: 'is', value: 'a' }, 'answers are from 0 to 10'],
		[choice, { op: 'is', value: 'z' }, 'options are a, b'],
		[choice, { op: 'one_of', value: ['a', 'z'] }, 'options are a, b'],
		[{ ...choice, type: 'multiple_choice' }, { op: 'contains', value: 'z' }, 'options are a, b'],
		[after, { op: 'is', value: 'yes' }, 'answers are true and false'],
	])('of %j on %j is an error', (question, when, allowed) => {
		expect(lint([branching(question, when), { ...after, id: 'last' }])).toEqual([
			expect.stringMatching(/^error questions\.0\.branches\.0\.when\.value/),
		]);
		expect(lint([branching(question, when), { ...after, id: 'last' }])[0]).toContain(allowed);
	});

	it('that an earlier one covers is a warning', () => {
		const found = lint([
			branching(nps, { op: 'at_least', value: 5 }, { op: 'is', value: 7 }),
			after,
		]);
		expect(found).toEqual([
			'warning questions.0.branches.1 is never taken: an earlier branch takes the same answers',
		]);
	});

	const earlier = { prompt: 'export', answer: 'csat', within_days: 30 };

	it('on an earlier prompt may hold or not, whatever the answer is', () => {
		const skipping = { when: { ...earlier, op: 'at_most', value: 2 }, go: 'last' };
		const last = { ...after, id: 'last' };
		expect(lint([{ ...nps, branches: [skipping] }, after, last])).toEqual([]);
		const own = ['answered', 'skipped'].map((op) => ({ when: { op }, go: 'end' }));
		expect(lint([{ ...nps, branches: [skipping, ...own] }, after, last])).toEqual([
			'error questions.1 is never reached: earlier branches lead past it',
		]);
		expect(lint([{ ...nps, branches: [...own, skipping] }, last])).toEqual([
			'error questions.1 is never reached: earlier branches lead past it',
		]);
	});

	it('on the prompt itself is a warning, unless it is displayed to those who answered it', () => {
		const own = branching(nps, { ...earlier, prompt: 'a', op: 'answered' });
		expect(lint([own, after])).toEqual([
			expect.stringMatching(
				/^warning questions\.0\.branches\.0\.when never holds: nobody who sees "a"/,
			),
		]);
		expect(lint([own, after], { limits: { show: 'always' } })).toEqual([]);
	});

	it('on a required question that is skipped is a warning', () => {
		const found = lint([branching({ ...nps, required: true }, { op: 'skipped' }), after]);
		expect(found).toEqual([
			'warning questions.0.branches.0 is never taken: no answer to "n" matches it',
		]);
	});
});

it('a question that no answers lead to is an error', () => {
	const found = lint([branching(nps, { op: 'answered' }, { op: 'skipped' }), after]);
	expect(found).toEqual(['error questions.1 is never reached: earlier branches lead past it']);
});

it('on anything but an option that does not exist is an error, although every answer meets it', () => {
	expect(lint([branching(choice, { op: 'is_not', value: 'z' }), after])[0]).toContain(
		'options are a, b',
	);
});

describe('texts', () => {
	it.each(['\u200b\u200b', ' \u2060', '\ufeff'])('that draw nothing are errors: %j', (title) => {
		expect(lint([{ ...nps, title }])).toEqual([
			'error questions.0.title must hold a visible character',
		]);
	});

	it('that are equal labels of two options are an error', () => {
		const same = [options[0], { value: 'b', label: ' A\u200b' }];
		expect(lint([{ ...choice, options: same }])).toEqual([
			'error questions.0.options.1.label "A" is the label of an earlier option',
		]);
	});

	it('in translations must belong to the prompt, and should be complete', () => {
		const translations = {
			en: { questions: {} },
			de: { questions: { c: { options: { a: 'A', z: 'Z' } } } },
		};
		expect(lint([choice, nps], { translations })).toEqual([
			"error translations.en is the prompt's own language",
			"warning translations.de.questions.c has no title, so visitors see that of the prompt's own language",
			'error translations.de.questions.c.options.z "c" has no option "z"',
			'warning translations.de.questions.c.options has no label for the option "b"',
			"warning translations.de.questions.n has no title, so visitors see that of the prompt's own language",
		]);
	});
});

it('of choices, more than can be made together is an error', () => {
	const both = options.map((option) => ({ ...option, exclusive: true }));
	const many = { ...choice, type: 'multiple_choice', options: both, min_choices: 2 };
	expect(lint([many])).toEqual([
		'error questions.0.min_choices must be at most 0: exclusive options cannot be chosen together',
	]);
});

describe('a prompt that nobody sees', () => {
	const isPlan = (op: string, value: unknown) => ({ trait: 'plan', op, value });
	it.each([
		[isPlan('is', 'pro'), isPlan('is', 'free')],
		[isPlan('is', 'pro'), isPlan('is_not', 'pro')],
		[isPlan('one_of', ['a', 'b']), isPlan('none_of', ['a', 'b', 'c'])],
		[isPlan('at_least', 5), isPlan('at_most', 4)],
		[isPlan('is', 3), isPlan('at_least', 4)],
		[{ identified: true }, { identified: false }],
		[{ trait: 'plan', op: 'missing' }, isPlan('is', 'pro')],
	])('by %j and %j', (one, other) => {
		const audience = { all: [one, { all: [other] }] } as PromptInput['audience'];
		expect(lint([nps], { audience })).toEqual([
			expect.stringMatching(/^warning audience\.all\.1\.all\.0 contradicts audience\.all\.0/),
		]);
		expect(lint([nps], { audience: { any: [one, other] } as PromptInput['audience'] })).toEqual([]);
	});

	it('by its end', () => {
		expect(lint([nps], { timing: { ends_at: '2026-05-01T00:00:00Z' } })).toEqual([
			'warning timing.ends_at is in the past: the prompt is not displayed',
		]);
	});
});

it('finds nothing in the example', () => {
	expect(lintPrompt(promptSchema.parse(examplePrompt), now)).toEqual([]);
});

it('agrees with how answers are followed: what it calls unreachable is reached by none', () => {
	const given = (question: Question) => fc.constantFrom(...listPossibleAnswers(question));
	fc.assert(
		fc.property(
			arbitraryPrompt.chain((input) => {
				const { questions } = promptSchema.parse(input);
				return fc.tuple(fc.constant(input), fc.tuple(...questions.map(given)), fc.boolean());
			}),
			([input, values, isMet]) => {
				const prompt = promptSchema.parse(input);
				const { questions } = prompt;
				const answers = Object.fromEntries(
					questions.flatMap(({ id }, at) => (values[at] === undefined ? [] : [[id, values[at]]])),
				) as Answers;
				if (findAnswerIssues(questions, answers, { final: false }).length > 0) return;
				const all = questions.map(({ id, branches = [] }) => [id, [...branches.keys()]]);
				const met = isMet ? (Object.fromEntries(all) as MetBranches) : undefined;
				const reached = reachedQuestions(questions, answers, met).map(({ id }) => id);
				const dead = lintPrompt(prompt, now)
					.filter(
						({ path, message }) => path.length === 2 && message.startsWith('is never reached'),
					)
					.map(({ path }) => questions[Number(path[1])]!.id);
				expect(reached.filter((id) => dead.includes(id))).toEqual([]);
			},
		),
		{ numRuns: 300 },
	);
});
