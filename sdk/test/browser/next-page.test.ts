// An open prompt with answers goes on, once, on the next page in the same tab.
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';

import { answerEvents, displayPrompt } from './answers.ts';
import { rate, readNotices, report, start, test } from './fixture.ts';
import type { Service } from './service.ts';

const showOnce = (service: Service) => {
	const decision = displayPrompt();
	service.script = ({ body }) => {
		if (body.decide) return { body: answerEvents(body, decision) };
		return undefined;
	};
	return decision.display;
};

const why = (page: Page) => page.getByRole('textbox', { name: 'Why?' });

/** Shows a prompt and answers its first question. */
async function begin(page: Page): Promise<void> {
	expect(await report(page, 'one')).toBe(true);
	await rate(page, 4);
	await why(page).waitFor();
}

async function goTo(page: Page, url: string): Promise<void> {
	await page.goto(url);
	await start(page);
}

describe('a prompt on the next page', () => {
	test('goes on at its question, and sends all answers', async ({ open, service }) => {
		const { id } = showOnce(service);
		const page = await open();
		await begin(page);
		await goTo(page, `${service.url}/second`);
		await why(page).fill('It was slow');
		expect(await readNotices(page)).toEqual(['resumed']);
		await page.getByRole('button', { name: 'Send' }).click();
		await expect
			.poll(() => service.to('answer').at(-1))
			.toMatchObject({ display: id, answers: { score: 4, why: 'It was slow' }, final: true });
		const sequence = service.to('answer').map(({ seq }) => seq);
		expect(sequence).toEqual(sequence.toSorted((one, other) => one - other));
		expect(new Set(sequence).size).toBe(sequence.length);
		// It was displayed once.
		expect(service.to('display').map(({ state }) => state)).toEqual(['displayed']);
	});

	test('lets the visitor go back to the first question', async ({ open, service }) => {
		showOnce(service);
		const page = await open();
		await begin(page);
		await goTo(page, `${service.url}/second`);
		await page.getByRole('button', { name: 'Back' }).click();
		expect(await page.getByRole('radio', { name: '4 of 5' }).isChecked()).toBe(true);
	});

	test('is shown on one page more, not on every one', async ({ open, service }) => {
		showOnce(service);
		const page = await open();
		await begin(page);
		await goTo(page, `${service.url}/second`);
		await why(page).waitFor();
		await goTo(page, `${service.url}/third`);
		await report(page, 'two');
		expect(await readNotices(page)).not.toContain('resumed');
	});

	test.for([
		['without an answer', async () => {}],
		[
			'after it was dismissed',
			async (page: Page) => {
				await rate(page, 4);
				await page.keyboard.press('Escape');
				await page.getByRole('textbox').waitFor({ state: 'detached' });
			},
		],
		[
			'after sign-out',
			async (page: Page) => {
				await rate(page, 4);
				await page.evaluate(() => window.Feedback!.reset());
			},
		],
	] as const)('does not go on %s', async ([, act], { open, service }) => {
		showOnce(service);
		const page = await open();
		expect(await report(page, 'one')).toBe(true);
		await act(page);
		await goTo(page, `${service.url}/second`);
		service.script = () => undefined;
		await report(page, 'two');
		expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('score');
		expect(await readNotices(page)).not.toContain('resumed');
	});

	test('does not appear in the copy of a tab', async ({ open, service, context }) => {
		showOnce(service);
		const page = await open();
		await begin(page);
		const opening = context.waitForEvent('page');
		await page.evaluate((url) => void window.open(url), `${service.url}/second`);
		const copy = await opening;
		await copy.waitForLoadState();
		service.script = () => undefined;
		await start(copy);
		await report(copy, 'two');
		expect(await readNotices(copy)).not.toContain('resumed');
		expect(await why(page).isVisible()).toBe(true);
	});

	test('is dropped without an error when what was kept is damaged', async ({ open, service }) => {
		showOnce(service);
		const page = await open();
		await begin(page);
		await goTo(page, `${service.url}/bare`);
		await page.goto('about:blank');
		for (const damaged of [{ display: 1 }, { display: { id: 'x' } }, { display: {}, at: 'soon' }]) {
			await page.goto(`${service.url}/second`);
			await page.evaluate(
				(value) =>
					sessionStorage.setItem('feedback:site_test000000:waits', JSON.stringify([value])),
				damaged,
			);
			await start(page);
			await expect
				.poll(() => page.evaluate(() => sessionStorage.getItem('feedback:site_test000000:waits')))
				.toBeNull();
			expect(await readNotices(page)).toEqual([]);
		}
	});
});
