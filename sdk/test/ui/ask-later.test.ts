import { describe, expect, test } from 'vitest';

import { useUi } from './open.ts';
import { promptOf, questions } from './prompts.ts';
import { findViolations } from './axe.ts';

const { open } = useUi();

const ask_later = {
	label: 'Ask me later',
	choices: [
		{ days: 1, label: 'Tomorrow' },
		{ days: 7, label: 'In 1 week' },
	],
};
const prompt = promptOf([questions.yes_no, questions.long], {}, { ask_later });

describe('"Ask me later"', () => {
	test('closes the prompt with the chosen delay, and gives the focus back', async () => {
		const { page, draw, press, panel, calls, gone, problems } = await open();
		await page.locator('#before').focus();
		await draw(prompt);
		expect(await panel.getByRole('button', { name: 'In 1 week' }).isVisible()).toBe(false);
		await press('Ask me later');
		await press('In 1 week');
		await gone();
		expect(await calls()).toEqual([['postpone', 7], ['closed']]);
		expect(await page.evaluate(() => document.activeElement!.id)).toBe('before');
		expect(problems).toEqual([]);
	});

	test('works by keyboard alone, and says whether it is open', async () => {
		const { page, draw, panel, calls, gone } = await open();
		await draw(prompt);
		const toggle = panel.getByRole('button', { name: 'Ask me later' });
		expect(await toggle.getAttribute('aria-expanded')).toBe('false');
		await toggle.focus();
		await page.keyboard.press('Enter');
		expect(await toggle.getAttribute('aria-expanded')).toBe('true');
		await expect
			.poll(() =>
				panel.getByRole('button', { name: 'Tomorrow' }).evaluate((one) => one.matches(':focus')),
			)
			.toBe(true);
		expect(await findViolations(page)).toEqual([]);
		await page.keyboard.press('Enter');
		await gone();
		expect(await calls()).toEqual([['postpone', 1], ['closed']]);
	});

	test('shows the whole focus ring of a choice', async () => {
		const { page, draw, panel } = await open();
		await draw(prompt);
		await panel.getByRole('button', { name: 'Ask me later' }).focus();
		await page.keyboard.press('Enter');
		const choice = panel.getByRole('button', { name: 'Tomorrow' });
		const { x, y, width, height } = (await choice.boundingBox())!;
		// The ring is 2 to 4 pixels outside.
		const [above, below] = await Promise.all(
			[y - 3, y + height + 2].map((at) =>
				page.screenshot({ clip: { x: Math.round(x + width / 2), y: at, width: 1, height: 1 } }),
			),
		);
		expect(above!.equals(below!)).toBe(true);
	});

	test('is offered only before the first answer', async () => {
		const { draw, press, panel } = await open();
		await draw(prompt);
		await panel.getByRole('radio', { name: 'Yes' }).check();
		await press('Next');
		const toggle = panel.getByRole('button', { name: 'Ask me later' });
		await panel.getByRole('textbox').waitFor();
		expect(await toggle.count()).toBe(0);
		await press('Back');
		await panel.getByRole('radio', { name: 'Yes' }).waitFor();
		expect(await toggle.count()).toBe(0);
	});

	test('does not keep the prompt from being shown when its file cannot be loaded', async () => {
		const { page, draw, panel } = await open('/', { own: true });
		await page.route('**/feedback-more-*', (route) => route.abort());
		await draw(prompt);
		expect(await panel.getByRole('radio').count()).toBe(2);
	});
});
