import { describe, expect, it } from 'vitest';

import { promptSchema, type PromptInput } from '../prompt.ts';
import { lintPrompt } from './lint-prompt.ts';

const trigger = { events: ['exported'] };
const nps = { id: 'n', type: 'nps', title: 'N' } as const;

function lint(more: Partial<PromptInput>): string[] {
	const prompt = promptSchema.parse({
		survey_id: 'a',
		name: 'A',
		questions: [nps],
		trigger,
		...more,
	});
	return lintPrompt(prompt, 0)
		.map(({ severity, path, message }) => `${severity} ${path.join('.')} ${message}`)
		.filter((issue) => !issue.includes('has no title'));
}

const lintTitle = (title: string) => lint({ questions: [{ ...nps, title }] });

it('of values finds nothing in texts that can be shown', () => {
	const text = 'A {{trait.a b.c | x | y}} \\{{trait.name}} {{ {} {x}';
	const words = { title: text, help: text, low_label: text };
	expect(
		lint({
			questions: [{ ...nps, ...words }],
			thank_you: { title: text, text },
			translations: { de: { questions: { n: words }, thank_you: { title: text } } },
		}),
	).toEqual([]);
});

describe('a value in a text', () => {
	it.each([
		['{{trait.name}}', 'has {{trait.name}} without a fallback: write {{trait.name | …}}'],
		['{{ trait.name | }}', 'has {{trait.name}} without a fallback: write {{trait.name | …}}'],
		['{{trait.name | \u200b}}', 'has a fallback of {{trait.name}} that draws nothing'],
		['{{trait | x}}', 'has {{trait | x}}, which names no key: write {{trait.name | …}}'],
		['{{user.name | x}}', 'has {{user.name | x}}, but values come from trait, verified_trait,'],
		['{{name}}', 'has {{name}}, but values come from trait,'],
		['{{}}', 'has {{}}, but values come from trait,'],
	])('as %s is an error', (title, message) => {
		expect(lintTitle(title)).toEqual([
			expect.stringContaining(`error questions.0.title ${message}`),
		]);
	});

	it('is an error with its path, in every language and in variants', () => {
		const bad = 'A {{trait.name}}';
		const questions: PromptInput['questions'] = [
			{
				id: 'c',
				type: 'multiple_choice',
				title: 'C',
				options: [
					{ value: 'a', label: bad },
					{ value: 'b', label: 'B' },
				],
				other_label: bad,
			},
			{ id: 'm', type: 'message', title: 'M', button: { label: bad } },
		];
		const words = { title: 'C', options: { a: bad, b: 'B' } };
		const paths = lint({
			questions,
			thank_you: { title: 'T', text: bad },
			translations: { de: { questions: { c: words }, thank_you: { text: bad } } },
			experiment: {
				key: 'e',
				variants: [
					{ key: 'one', questions: [{ ...nps, help: bad }], translations: {} },
					{ key: 'two', thank_you: { title: bad }, translations: {} },
				],
			},
		}).map((issue) => issue.split(' ')[1]);
		expect(paths).toEqual([
			'questions.0.other_label',
			'questions.0.options.0.label',
			'questions.1.button.label',
			'thank_you.text',
			'translations.de.questions.c.options.a',
			'translations.de.thank_you.text',
			'experiment.variants.0.questions.0.help',
			'experiment.variants.1.thank_you.title',
		]);
	});

	it('is an error where texts take none', () => {
		const value = '{{trait.name | x}}';
		const found = lint({
			name: value,
			questions: [
				{ id: 'ok', type: 'consent', title: 'OK?', label: value },
				{ id: 'm', type: 'message', title: 'M', button: { label: 'B', url: '/{{trait.name|x}}' } },
			],
			ask_later: { label: value, choices: [{ days: 1, label: value }] },
			button_labels: { next: value },
			translations: { de: { questions: { ok: { label: value } }, button_labels: { next: value } } },
		});
		expect(found.map((issue) => issue.split(' ')[1])).toEqual([
			'name',
			'questions.0.label',
			'questions.1.button.url',
			'ask_later.label',
			'ask_later.choices.0.label',
			'button_labels.next',
			'translations.de.questions.ok.label',
			'translations.de.button_labels.next',
		]);
		expect(found[0]).toContain('takes no values');
	});

	it('of an event is a warning without a trigger', () => {
		const questions = [{ ...nps, title: '{{event.format | file}} {{trait.name | you}}' }];
		expect(lint({ questions, trigger: undefined })).toEqual([
			'warning questions.0.title has a value of the event, but the prompt has no trigger: the fallback is shown',
		]);
	});
});

describe('an earlier answer in a text', () => {
	const ask = (title: string, ...before: PromptInput['questions']) =>
		lint({
			questions: [...before, { id: 'last', type: 'long_text', title }, { ...nps, id: 'end' }],
		});

	it('may be of any question before it, and of all questions in the thank-you', () => {
		expect(ask('Why {{answer.n | that}}?', nps)).toEqual([]);
		expect(lint({ thank_you: { title: 'Thanks for {{answer.n | it}}' } })).toEqual([]);
	});

	it.each([
		['unknown', 'those are n'],
		['last', 'those are n'],
		['end', 'those are n'],
		['ok', 'those are n'],
		['m', 'those are n'],
		['constructor', 'those are n'],
	])('%s is an error', (id, message) => {
		const found = ask(
			`Why {{answer.${id} | that}}?`,
			nps,
			{ id: 'ok', type: 'consent', title: 'OK?', label: 'OK' },
			{ id: 'm', type: 'message', title: 'M' },
		);
		expect(found).toEqual([
			expect.stringMatching(`^error questions.3.title has an answer to "${id}".*${message}$`),
		]);
	});

	it('is an error before its question in a translation too', () => {
		const words = { title: 'W {{answer.n | das}}' };
		const translations = {
			de: { questions: { n: words }, thank_you: { title: '{{answer.x|x}}' } },
		};
		expect(lint({ translations }).map((issue) => issue.split(' ')[1])).toEqual([
			'translations.de.questions.n.title',
			'translations.de.thank_you.title',
		]);
	});
});

it('of labels compares what is shown without values', () => {
	const options = [
		{ value: 'a', label: '{{trait.a | Same}}' },
		{ value: 'b', label: 'Same' },
	];
	expect(lint({ questions: [{ id: 'c', type: 'single_choice', title: 'C', options }] })).toEqual([
		'error questions.0.options.1.label "Same" is the label of an earlier option',
	]);
});
