// Earlier answers in the texts of a prompt.
import { fillPrompt, localizePrompt, promptSchema, type PromptInput } from '@feedback/contract';
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';

import { answerEvents, displayPrompt } from './answers.ts';
import { report, start, test } from './fixture.ts';
import type { Service } from './service.ts';

const options = [
	{ value: 'pdf', label: 'A PDF file' },
	{ value: 'csv', label: 'A table' },
];

function show(service: Service, content: Partial<PromptInput>, language = 'en'): void {
	const prompt = promptSchema.parse({ survey_id: 'a', name: 'A', language, ...content });
	const decision = displayPrompt(fillPrompt(localizePrompt(prompt, 1, [language]), {}));
	service.script = ({ body }) => (body.decide ? { body: answerEvents(body, decision) } : undefined);
}

const title = (page: Page) => page.getByRole('dialog').getByRole('heading');
const proceed = (page: Page, name: string | RegExp = /^(Next|Send|Skip)$/) =>
	page.getByRole('button', { name }).click();

const personalFile = ({ files }: Service) => files.filter((file) => file.includes('-personal-'));

/** Asks one question, then another whose title repeats the answer. */
const repeat = (question: PromptInput['questions'][number], more: Partial<PromptInput> = {}) => ({
	questions: [
		question,
		{ id: 'why', type: 'long_text' as const, title: 'Why {{answer.first | that}}?' },
	],
	...more,
});

describe('a text with an earlier answer', () => {
	test('repeats the label of a choice, and is loaded only for such texts', async ({
		open,
		service,
	}) => {
		show(service, repeat({ id: 'first', type: 'single_choice', title: 'What?', options }));
		const page = await open();
		await report(page, 'one');
		await page.getByRole('radio', { name: 'A table' }).check({ force: true });
		await proceed(page);
		expect(await title(page).textContent()).toBe('Why A table?');
		expect(personalFile(service)).toHaveLength(1);

		show(service, { questions: [{ id: 'first', type: 'nps', title: 'What?' }] });
		const other = await open();
		await report(other, 'one');
		expect(personalFile(service)).toHaveLength(1);
	});

	test('follows the answer when the visitor goes back', async ({ open, service }) => {
		show(service, repeat({ id: 'first', type: 'single_choice', title: 'What?', options }));
		const page = await open();
		await report(page, 'one');
		await proceed(page, 'Skip');
		expect(await title(page).textContent()).toBe('Why that?');
		await proceed(page, 'Back');
		await page.getByRole('radio', { name: 'A PDF file' }).check({ force: true });
		await proceed(page);
		expect(await title(page).textContent()).toBe('Why A PDF file?');
	});

	test('goes on on the next page', async ({ open, service }) => {
		show(service, repeat({ id: 'first', type: 'single_choice', title: 'What?', options }));
		const page = await open();
		await report(page, 'one');
		await page.getByRole('radio', { name: 'A table' }).check({ force: true });
		await proceed(page);
		await title(page).getByText('Why A table?').waitFor();
		await page.goto(`${service.url}/second`);
		await start(page);
		await title(page).getByText('Why A table?').waitFor();
	});

	test('repeats several choices, also in options in random order and the thank-you', async ({
		open,
		service,
	}) => {
		show(service, {
			questions: [
				{ id: 'first', type: 'multiple_choice', title: 'What?', options, other_label: 'Other' },
				{
					id: 'second',
					type: 'single_choice',
					title: 'Best of {{answer.first | all}}?',
					randomize: true,
					options: [
						{ value: 'a', label: 'All of {{answer.first | all}}' },
						{ value: 'b', label: 'None' },
					],
				},
			],
			thank_you: { title: 'Thanks for {{answer.first | all}}', text: '{{answer.second | it}}!' },
		});
		const page = await open();
		await report(page, 'one');
		await page.getByRole('checkbox', { name: 'A table' }).check({ force: true });
		await page.getByRole('checkbox', { name: 'A PDF file' }).check({ force: true });
		await page.getByRole('checkbox', { name: 'Other' }).check({ force: true });
		await page.getByRole('textbox').fill('<b>ours</b>');
		await proceed(page);
		const all = 'A PDF file, A table, and <b>ours</b>';
		expect(await title(page).textContent()).toBe(`Best of ${all}?`);
		await page.getByRole('radio', { name: `All of ${all}` }).check({ force: true });
		await proceed(page);
		await page.getByText(`Thanks for ${all}`).waitFor();
		await page.getByText(`All of ${all}!`).waitFor();
	});

	test('repeats a text of the visitor as plain words', async ({ open, service }) => {
		show(service, repeat({ id: 'first', type: 'short_text', title: 'Which?' }));
		const page = await open();
		await report(page, 'one');
		await page.getByRole('textbox').fill('\u202e <img src=x onerror=alert(1)> {{trait.a | b}}');
		await proceed(page);
		expect(await title(page).textContent()).toBe(
			'Why <img src=x onerror=alert(1)> {{trait.a | b}}?',
		);
	});

	test('is in the language of the prompt', async ({ open, service }) => {
		show(service, repeat({ id: 'first', type: 'yes_no', title: 'Nochmal?' }), 'de');
		const page = await open();
		await report(page, 'one');
		await page.getByRole('radio', { name: 'Ja' }).check({ force: true });
		await proceed(page, 'Weiter');
		expect(await title(page).textContent()).toBe('Why Ja?');
	});

	test('isolates an answer of the other direction', async ({ open, service }) => {
		show(service, repeat({ id: 'first', type: 'short_text', title: 'ماذا؟' }), 'ar');
		const page = await open();
		await report(page, 'one');
		await page.getByRole('textbox').fill('Ada');
		await page.keyboard.press('Enter');
		expect(await title(page).textContent()).toBe('Why \u2068Ada\u2069?');
	});

	test('keeps its fallback when the file cannot be loaded', async ({ open, service, context }) => {
		show(service, repeat({ id: 'first', type: 'yes_no', title: 'Again?' }));
		await context.route('**/feedback-personal-*', (route) => route.abort());
		const page = await open();
		await report(page, 'one');
		await page.getByRole('radio', { name: 'Yes' }).check({ force: true });
		await proceed(page);
		expect(await title(page).textContent()).toBe('Why that?');
	});
});
