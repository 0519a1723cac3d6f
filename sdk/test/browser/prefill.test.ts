// First answers that the app passes to `show`, or that the service sends with a prompt.
import { localizePrompt, promptSchema, type PromptInput } from '@feedback/contract';
import type { PromptToDraw } from '@feedback/contract/wire';
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';

import { displayPrompt } from './answers.ts';
import { test } from './fixture.ts';
import type { Service } from './service.ts';

const questions: PromptInput['questions'] = [
	{ id: 'ease', type: 'rating', title: 'How easy?' },
	{ id: 'name', type: 'short_text', title: 'Which file?', max_length: 20 },
	{ id: 'ok', type: 'consent', title: 'OK?', label: 'I agree' },
];
const prompt = localizePrompt(promptSchema.parse({ survey_id: 'a', name: 'A', questions }), 1);

function answerShow(service: Service, shown: Partial<PromptToDraw> = {}): void {
	const decision = displayPrompt({ ...prompt, ...shown });
	service.script = ({ route }) =>
		route === 'show' ? { body: { decision, now: Date.now() } } : undefined;
}

const show = (page: Page, prefill?: unknown) =>
	page.evaluate(
		(given) => window.Feedback!.show('a', given as never),
		prefill === undefined ? undefined : { prefill },
	);
const score = (page: Page, value: number) => page.getByRole('radio', { name: `${value} of 5` });
const proceed = (page: Page) => page.getByRole('button', { name: /^(Next|Skip|Send)$/ }).click();
const sent = (service: Service) => service.to('answer').at(-1);

describe('a prefilled answer', () => {
	test('is shown, and marked if the visitor leaves it', async ({ open, service }) => {
		answerShow(service);
		const page = await open();
		expect(await show(page, { ease: 4, name: 'report.pdf' })).toBe(true);
		expect(await score(page, 4).isChecked()).toBe(true);
		await proceed(page);
		await expect
			.poll(() => sent(service))
			.toMatchObject({ answers: { ease: 4 }, prefilled: ['ease'] });
		await page.getByRole('textbox').fill('other.pdf');
		await proceed(page);
		await proceed(page);
		await expect
			.poll(() => sent(service))
			.toMatchObject({ final: true, answers: { ease: 4, name: 'other.pdf' }, prefilled: ['ease'] });
	});

	test('is not an answer until the visitor continues', async ({ open, service }) => {
		answerShow(service);
		const page = await open();
		await show(page, { ease: 4, name: 'report.pdf' });
		await score(page, 2).check({ force: true });
		await proceed(page);
		await page.getByRole('textbox').waitFor();
		await page.getByRole('button', { name: 'Close' }).click();
		await expect.poll(() => sent(service)).toMatchObject({ answers: { ease: 2 }, prefilled: [] });
		expect(sent(service)!.answers).toEqual({ ease: 2 });
	});

	test('that is no answer to its question is left out', async ({ open, service }) => {
		answerShow(service);
		const page = await open();
		await show(page, {
			ease: '<img src=x onerror=alert(1)>',
			name: 'x'.repeat(10_000),
			ok: true,
			constructor: 1,
		});
		expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
		await proceed(page);
		expect(await page.getByRole('textbox').inputValue()).toBe('');
		await proceed(page);
		expect(await page.getByRole('checkbox').isChecked()).toBe(false);
		await proceed(page);
		await expect.poll(() => sent(service)).toMatchObject({ final: true });
		expect(sent(service)).not.toHaveProperty('prefilled');
	});

	test.for([null, 4, 'x', []])(
		'%j instead of answers is ignored',
		async (given, { open, service }) => {
			answerShow(service);
			const page = await open();
			expect(await show(page, given)).toBe(true);
			expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
		},
	);

	test('may come from the service', async ({ open, service }) => {
		answerShow(service, { prefill: { ease: 3 } });
		const page = await open();
		await show(page);
		expect(await score(page, 3).isChecked()).toBe(true);
		await proceed(page);
		await expect.poll(() => sent(service)).toMatchObject({ prefilled: ['ease'] });
	});
});
