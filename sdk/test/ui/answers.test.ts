import { describe, expect, test } from 'vitest';

import { findAnswerIssues, promptSchema, questionSchema } from '@feedback/contract';
import type { AnswerValue, QuestionToDraw } from '@feedback/contract/wire';

import { useUi, type Opened } from './open.ts';
import { promptOf, questions } from './prompts.ts';

const { open } = useUi();

/** Every kind of question: how a visitor answers it, and the value that is sent. */
const cases: [keyof typeof questions, (opened: Opened) => Promise<void>, AnswerValue][] = [
	['stars', ({ panel }) => panel.getByRole('radio', { name: '4 of 5' }).check(), 4],
	['numbers', ({ panel }) => panel.getByRole('radio', { name: '7 of 7, Just right' }).check(), 7],
	['faces', ({ panel }) => panel.getByRole('radio').first().check(), 1],
	['nps', ({ panel }) => panel.getByRole('radio', { name: '0 of 10, Not' }).check(), 0],
	['single', ({ panel }) => panel.getByText('To share something').click(), 'share'],
	[
		'single',
		async ({ panel }) => {
			await panel.getByText('Something else').click();
			const field = panel.getByLabel('Please describe');
			await field.fill('  A demo ');
			// A browser can contain a lone surrogate, which no database accepts.
			await field.evaluate((input: HTMLInputElement) => {
				input.value += String.fromCharCode(0xd800);
			});
		},
		{ other: 'A demo' },
	],
	[
		'multiple',
		async ({ panel }) => {
			await panel.getByLabel('It took too long').check();
			await panel.getByLabel('Something else').check();
			await panel.getByLabel('Please describe').fill('Colours');
		},
		['slow', { other: 'Colours' }],
	],
	['short', ({ panel }) => panel.getByRole('textbox').fill(' ann@example.com '), 'ann@example.com'],
	['long', ({ panel }) => panel.getByRole('textbox').fill('Two\nlines'), 'Two\nlines'],
	['yes_no', ({ panel }) => panel.getByRole('radio', { name: 'No' }).check(), false],
	['consent', ({ panel }) => panel.getByRole('checkbox').check(), true],
];

describe('an answer', () => {
	test('is tested for every question type of the contract', () => {
		// A picture needs a service: `screenshots.test.ts` in `browser` tries it.
		const types = questionSchema.options
			.map(({ shape }) => shape.type.value)
			.filter((type) => type !== 'screenshot');
		expect(new Set(Object.values(questions).map(({ type }) => type))).toEqual(new Set(types));
	});

	test.each(cases)(
		'to a %s question is sent in the form of the contract',
		async (name, act, sent) => {
			const opened = await open();
			await opened.draw(promptOf([questions[name]]));
			await act(opened);
			await opened.press('Send');
			const { id } = questions[name];
			expect(await opened.answers()).toEqual([{ [id]: sent }, true]);
			const { questions: checked } = promptSchema.parse({
				survey_id: 'tried',
				name: 'Tried',
				questions: [questions[name]],
			});
			expect(findAnswerIssues(checked, { [id]: sent }, { final: true })).toEqual([]);
			expect(opened.problems).toEqual([]);
		},
	);

	test('to an optional question may be left out', async () => {
		const opened = await open();
		const optional = (Object.values(questions) as QuestionToDraw[]).filter(
			({ required, type }) => !required && type !== 'message',
		);
		await opened.draw(promptOf(optional));
		for (const [index, question] of optional.entries()) {
			await opened.panel.getByRole('heading', { name: question.title }).waitFor();
			await opened.press('Skip');
			expect(await opened.answers()).toEqual([
				Object.fromEntries(optional.slice(0, index + 1).map(({ id }) => [id, null])),
				index === optional.length - 1,
			]);
		}
		await opened.gone();
		expect((await opened.calls()).at(-1)).toEqual(['closed']);
	});

	test('is sent after each question, and is final after the last', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.stars, questions.long]));
		await opened.panel.getByRole('radio').nth(1).check();
		await opened.press('Next');
		await opened.panel.getByRole('textbox').fill('More');
		await opened.press('Send');
		expect(await opened.calls()).toEqual([
			['answer', { ease: 2 }, false],
			['answer', { ease: 2, more: 'More' }, true],
		]);
	});

	test('is still there when the visitor goes back', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.multiple, questions.short, questions.nps]));
		await opened.panel.getByLabel('Something else').check();
		await opened.panel.getByLabel('Please describe').fill('Colours');
		await opened.press('Next');
		await opened.panel.getByRole('textbox').fill('ann@example.com');
		await opened.press('Next');
		await opened.press('Back');
		expect(await opened.panel.getByRole('textbox').inputValue()).toBe('ann@example.com');
		await opened.press('Back');
		expect(await opened.panel.getByLabel('Please describe').inputValue()).toBe('Colours');
		expect(await opened.panel.getByRole('button', { name: 'Back' }).count()).toBe(0);
	});

	test('determines the next question, and where the prompt ends', async () => {
		const opened = await open();
		const branching = {
			...questions.stars,
			branches: [
				{ when: { op: 'at_least', value: 5 }, go: 'end' },
				{ when: { op: 'at_least', value: 4 }, go: 'recommend' },
			],
		} satisfies QuestionToDraw;
		await opened.draw(promptOf([branching, questions.multiple, questions.nps]));
		await opened.panel.getByRole('radio').nth(4).check();
		expect(await opened.panel.getByRole('button', { name: 'Send' }).count()).toBe(1);
		await opened.panel.getByRole('radio').nth(3).check();
		await opened.press('Next');
		await opened.panel.getByRole('img', { name: 'Question 3 of 3' }).waitFor();
		await opened.panel.getByRole('radio').nth(9).check();
		await opened.press('Send');
		expect(await opened.answers()).toEqual([{ ease: 4, recommend: 9 }, true]);
	});
});

describe('a fault', () => {
	const faults: [string, QuestionToDraw, (opened: Opened) => Promise<void>, string][] = [
		['nothing', questions.nps, async () => {}, 'Please answer this question.'],
		['no consent', questions.consent, async () => {}, 'Please answer this question.'],
		[
			'an empty "other"',
			questions.single,
			({ panel }) => panel.getByText('Something else').click(),
			'Please answer this question.',
		],
		[
			'blanks',
			{ ...questions.long, required: true },
			({ panel }) => panel.getByRole('textbox').fill('   '),
			'Please answer this question.',
		],
		[
			'no email address',
			questions.short,
			({ panel }) => panel.getByRole('textbox').fill('ann@example'),
			'Enter an email address such as name@example.com.',
		],
		[
			'no web address',
			{ ...questions.short, format: 'url' },
			({ panel }) => panel.getByRole('textbox').fill('not a page'),
			'Enter a web address such as example.com.',
		],
		[
			'too few choices',
			{ ...questions.multiple, min_choices: 2 },
			({ panel }) => panel.getByLabel('It took too long').check(),
			'Choose at least 2.',
		],
		[
			'too many choices',
			{ ...questions.multiple, max_choices: 1 },
			async ({ panel }) => {
				await panel.getByLabel('It took too long').check();
				await panel.getByLabel('My format was missing').check();
			},
			'Choose at most 1.',
		],
	];

	test.each(faults)('of %s is shown next to the answer', async (_, question, act, message) => {
		const opened = await open();
		await opened.draw(promptOf([question]));
		await act(opened);
		await opened.press(/Send|Skip/);
		const field = opened.panel.locator('[aria-invalid=true]');
		expect(await field.getAttribute('aria-describedby')).toContain('fault');
		expect(await opened.panel.locator('#fault').textContent()).toBe(message);
		expect(await opened.calls()).toEqual([]);
	});

	test('disappears with the next answer', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.nps]));
		await opened.press('Send');
		await opened.panel.getByRole('radio').first().check();
		expect(await opened.panel.locator('#fault').textContent()).toBe('');
		expect(await opened.panel.locator('[aria-invalid]').count()).toBe(0);
	});
});

describe('choices', () => {
	test('exclude each other if the author sets that', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.multiple]));
		await opened.panel.getByLabel('It took too long').check();
		await opened.panel.getByLabel('Nothing in particular').check();
		await opened.press('Send');
		expect(await opened.answers()).toEqual([{ trouble: ['nothing'] }, true]);
	});

	test('clearing "other" through an exclusive choice hides its field', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.multiple]));
		await opened.panel.getByLabel('Something else').check();
		await opened.panel.getByLabel('Nothing in particular').check();
		expect(await opened.panel.getByLabel('Please describe').isVisible()).toBe(false);
	});

	test('in random order do not change it during a display, with exclusive ones and "other" last', async () => {
		const many = Array.from({ length: 12 }, (_, index) => ({
			value: `v${index}`,
			label: `Option ${index}`,
			exclusive: index === 0,
		}));
		const opened = await open();
		await opened.draw(
			promptOf([{ ...questions.single, options: many, randomize: true }, questions.long]),
		);
		const labels = () => opened.panel.locator('[part=option]').allTextContents();
		const first = await labels();
		await opened.panel.getByLabel('Option 3').check();
		await opened.press('Next');
		await opened.press('Back');
		expect(await labels()).toEqual(first);
		expect(first.slice(-2)).toEqual(['Option 0', 'Something else']);
		expect(first).not.toEqual([...many.map(({ label }) => label), 'Something else']);
		expect([...first].sort()).toEqual([...many.map(({ label }) => label), 'Something else'].sort());
	});
});

describe('a message', () => {
	test('opens its link in a new tab that cannot reach this one, and counts as followed', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.message]));
		const link = opened.panel.getByRole('link');
		expect(await link.getAttribute('rel')).toBe('noopener');
		await opened.page.context().route('https://example.com/**', (route) => route.fulfill({}));
		const [tab] = await Promise.all([opened.page.waitForEvent('popup'), link.click()]);
		expect(tab.url()).toBe('https://example.com/editor');
		expect(await opened.answers()).toEqual([{ news: true }, true]);
		await opened.gone();
	});

	test('may be closed without following its link', async () => {
		const opened = await open();
		await opened.draw(promptOf([questions.message]));
		await opened.panel.getByText('Close').click();
		expect(await opened.answers()).toEqual([{ news: false }, true]);
	});

	test('is closed by the button that its author named', async () => {
		const opened = await open();
		await opened.draw(promptOf([{ ...questions.message, button: { label: 'Got it' } }]));
		await opened.press('Got it');
		expect(await opened.answers()).toEqual([{ news: true }, true]);
	});

	test.each(['javascript:alert(1)', 'data:text/html,x', 'http://elsewhere.example/', 'blob:x'])(
		'draws no link to %s',
		async (url) => {
			const opened = await open();
			await opened.draw(promptOf([{ ...questions.message, button: { label: 'Go', url } }]));
			expect(await opened.panel.getByRole('link').count()).toBe(0);
		},
	);

	test('draws no script as a link in a page with an opaque origin', async () => {
		const { page, panel, draw } = await open('/sandboxed');
		expect(await page.evaluate('origin')).toBe('null');
		const button = { label: 'Go', url: 'javascript:alert(1)' };
		await draw(promptOf([{ ...questions.message, button }]));
		expect(await panel.getByRole('link').count()).toBe(0);
	});

	test('shows markup as plain text', async () => {
		const opened = await open();
		const markup = '<img src=x onerror="alert(1)">';
		await opened.draw(promptOf([{ ...questions.message, title: markup, text: markup }]));
		expect(await opened.panel.getByRole('heading').textContent()).toBe(markup);
		expect(await opened.panel.locator('.prose').textContent()).toBe(markup);
		expect(await opened.panel.locator('img').count()).toBe(0);
	});
});
