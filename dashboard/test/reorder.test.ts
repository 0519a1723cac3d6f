import { afterAll, beforeAll, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { makeDraft, readOrder, waitUntilSaved } from './author.ts';
import { openSignedIn, startEnvironment } from './environment.ts';
import type { Environment } from './environment.ts';

let environment: Environment;

beforeAll(async () => {
	environment = await startEnvironment();
});
afterAll(() => environment?.close());

const [ease, trouble, recommend, more] = [
	'How easy was it to export your report?',
	'What got in the way?',
	'How likely are you to recommend us to a colleague?',
	'Anything else we should know?',
];

async function openEditor(surveyId: string) {
	const { edit } = await makeDraft(environment, { survey_id: surveyId });
	const opened = await openSignedIn(environment);
	await opened.page.goto(edit);
	await opened.page.locator('[data-handle]').first().waitFor();
	// The card opened with the page; a closed card is easier to drag.
	await opened.page.getByRole('button', { name: /^1\. How easy/ }).click();
	return opened;
}

it(
	'questions are moved by keyboard, which is announced, and the focus stays',
	thorough,
	async () => {
		const { page, close, consoleErrors } = await openEditor('by-keyboard');
		await page.getByRole('button', { name: 'Move question 4' }).focus();
		await page.keyboard.press('Space');
		await page.keyboard.press('ArrowUp');
		await page.keyboard.press('ArrowUp');
		await page.keyboard.press('Space');
		await expect.poll(() => readOrder(page)).toEqual([ease, more, trouble, recommend]);
		const announced = await page.locator('#dnd-action-aria-alert').textContent();
		expect(announced).toContain('Anything else we should know?');
		await expect
			.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
			.toBe('Move question 2');
		await waitUntilSaved(page);
		await page.reload();
		await expect.poll(() => readOrder(page)).toEqual([ease, more, trouble, recommend]);
		expect(consoleErrors).toEqual([]);
		await close();
	},
);

it('questions are moved by the pointer', thorough, async () => {
	const { page, close, consoleErrors } = await openEditor('by-pointer');
	await page.getByRole('button', { name: 'Move question 4' }).scrollIntoViewIfNeeded();
	const handle = await page.getByRole('button', { name: 'Move question 1' }).boundingBox();
	const target = await page.getByRole('button', { name: 'Move question 3' }).boundingBox();
	const [x, y] = [handle!.x + 10, handle!.y + 10];
	await page.mouse.move(x, y);
	await page.mouse.down();
	for (let step = 1; step <= 12; step += 1) {
		await page.mouse.move(x, y + ((target!.y + 12 - handle!.y) * step) / 12);
		await page.waitForTimeout(30);
	}
	await page.waitForTimeout(300);
	await page.mouse.up();
	await expect.poll(() => readOrder(page)).toEqual([trouble, recommend, ease, more]);
	// The question's branch now goes backwards, which validation reports.
	await page.getByText('must name a later question or "end": more').waitFor();
	expect(consoleErrors).toEqual([]);
	await close();
});

it('questions are moved by a single click, too', thorough, async () => {
	const { page, close } = await openEditor('by-menu');
	await page.getByRole('button', { name: 'Actions for question 1' }).click();
	await page.getByRole('menuitem', { name: 'Move down' }).click();
	await expect.poll(() => readOrder(page)).toEqual([trouble, ease, recommend, more]);
	await close();
});

it('a deleted question is restored with its translation', thorough, async () => {
	const { page, close } = await openEditor('deleted');
	await page.getByRole('button', { name: 'Actions for question 4' }).click();
	await page.getByRole('menuitem', { name: 'Delete' }).click();
	await expect.poll(() => readOrder(page)).toEqual([ease, trouble, recommend]);
	await waitUntilSaved(page);
	await page.getByRole('button', { name: 'Restore question' }).click();
	await expect.poll(() => readOrder(page)).toEqual([ease, trouble, recommend, more]);
	await page.getByText('No changes since revision 1').waitFor();
	await close();
});
