// From a template to a prompt that a visitor sees.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { FeedbackSdk } from '../../sdk/src/feedback.ts';
import { launchChromium } from '../../testing/launch-chromium.ts';
import { thorough } from '../../testing/thorough.ts';
import { makeDraft, seededSite, waitUntilSaved } from './author.ts';
import { isFocused, tabTo } from './keyboard.ts';
import { signInByApi } from './program.ts';
import { findAxeViolations, getHorizontalOverflow, openDialog } from './accessibility.ts';
import { openPage, openSignedIn, openEnvironment } from './environment.ts';
import type { Environment } from './environment.ts';

let environment: Environment;

beforeAll(async () => {
	environment = await openEnvironment();
});
afterAll(() => environment?.close());

/** Opens a page of an app with the SDK, and reports one event. */
async function visitApp(event: string) {
	const { apiUrl, siteId } = environment.stack;
	const html = `<!doctype html><title>Reports</title><script src="${apiUrl}/sdk/feedback.js"></script><h1>Reports</h1>`;
	const app = createServer((_, response) => {
		response.writeHead(200, { 'content-type': 'text/html' }).end(html);
	});
	await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
	// The default user agent counts as a bot, which sees no prompts.
	const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36';
	const browser = await launchChromium();
	const { page } = await openPage({ ...environment, browser }, { userAgent });
	await page.goto(`http://127.0.0.1:${(app.address() as AddressInfo).port}`);
	await page.evaluate((site) => window.Feedback!.init({ siteId: site }), siteId);
	const shown = await page.evaluate((name) => window.Feedback!.event(name), event);
	const leave = async () => {
		await browser.close();
		app.closeAllConnections();
		app.close();
	};
	return { page, leave, shown };
}

declare global {
	interface Window {
		Feedback?: FeedbackSdk;
	}
}

describe('a prompt', () => {
	it(
		'is created, previewed, published, displayed and read with the keyboard alone',
		thorough,
		async () => {
			const { page, close, consoleErrors } = await openSignedIn(environment);
			const { keyboard } = page;
			const press = async (target: Locator, key = 'Tab') => {
				await tabTo(page, target, key);
				await keyboard.press('Enter');
			};
			const replaceText = async (text: string) => {
				await keyboard.press('Control+a');
				await keyboard.type(text);
			};
			await page.goto(`/sites/${await seededSite(environment)}/prompts`);
			await press(page.getByRole('link', { name: 'New prompt' }));
			await press(page.getByRole('button', { name: 'Satisfaction (CSAT)' }));
			const name = page.getByLabel('Name', { exact: true });
			expect(await isFocused(name)).toBe(true);
			expect(await findAxeViolations(page)).toEqual([]);
			await tabTo(page, page.getByLabel('Survey ID'));
			await replaceText('import-satisfaction');
			await keyboard.press('Enter');

			await page.waitForURL('**/edit');
			await tabTo(page, page.getByRole('textbox', { name: 'Question', exact: true }));
			await replaceText('How was the import?');
			await page.locator('[data-preview]').getByText('How was the import?').waitFor();
			// The group has one tab stop, at the first radio button.
			await tabTo(page, page.getByRole('radio', { name: 'Desktop' }), 'Shift+Tab');
			await keyboard.press('ArrowRight');
			expect(await page.getByRole('radio', { name: 'Phone' }).isChecked()).toBe(true);
			await tabTo(page, page.getByRole('radio', { name: 'Light' }));
			await keyboard.press('ArrowRight');
			expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
			await page.locator('[data-preview]').getByText('How was the import?').waitFor();

			await press(page.getByRole('button', { name: /^Trigger/ }));
			await press(page.getByRole('button', { name: 'Remove report.exported' }));
			await tabTo(page, page.getByRole('combobox', { name: 'Add to' }).first());
			await keyboard.type('data.imported');
			await keyboard.press('Enter');
			await waitUntilSaved(page);

			await press(page.getByRole('button', { name: 'Publish…' }), 'Shift+Tab');
			await page.getByText('“How was the import?”').first().waitFor();
			await page.getByText('Visitors can see it from now on').waitFor();
			expect(await findAxeViolations(page)).toEqual([]);
			await press(page.getByRole('button', { name: 'Publish revision 2', exact: true }));
			await page.getByText('published', { exact: true }).first().waitFor();
			await page.getByText('Revision 2 is published.').waitFor();
			const trial = page.getByRole('link', { name: 'Try it on the test page' });
			expect(await trial.getAttribute('href')).toMatch(/\/events\/test-page\?name=data\.imported$/);
			expect(await findAxeViolations(page)).toEqual([]);

			const visit = await visitApp('data.imported');
			expect(visit.shown).toBe(true);
			await visit.page.getByText('How was the import?').waitFor();
			for (const key of ['Tab', ...Array<string>(4).fill('ArrowRight'), 'Enter']) {
				await visit.page.keyboard.press(key);
			}
			await visit.page.getByText('Thank you!').waitFor();
			await visit.leave();

			await press(page.getByRole('link', { name: 'Results' }));
			await page.getByRole('heading', { name: 'How was the import?' }).waitFor();
			await page.getByText('1 answer', { exact: true }).first().waitFor();
			expect(consoleErrors).toEqual([]);
			await close();
		},
	);

	it(
		'that was changed says what changes for visitors, and its revisions can be compared',
		thorough,
		async () => {
			const { id, site, edit } = await makeDraft(environment, { survey_id: 'compared' });
			const person = await signInByApi(environment.stack);
			await person.publishPrompt({ site, prompt: id, revision: 1 });
			const { page, close, consoleErrors } = await openSignedIn(environment);
			await page.goto(edit);
			await page.getByRole('textbox', { name: 'Question', exact: true }).fill('How easy was it?');
			await waitUntilSaved(page);
			await page.keyboard.press('Control+s');
			await page.getByRole('heading', { name: 'Save revision 2' }).waitFor();
			await page.getByText('Asks “How easy was it?”').waitFor();
			await page.getByRole('button', { name: 'Save revision 2' }).last().click();
			await page.getByText('No changes since revision 2').waitFor();

			await page.getByRole('link', { name: 'Revisions' }).click();
			await page.getByText('What changed from revision 1 to 2').waitFor();
			expect(await findAxeViolations(page)).toEqual([]);
			await page.getByRole('button', { name: /^Revision 1/ }).click();
			await page.getByRole('button', { name: 'Edit from this revision' }).click();
			await page.getByRole('button', { name: 'Edit from revision 1' }).click();
			await page.waitForURL('**/edit');
			await page.getByText('Saved', { exact: true }).waitFor();
			const field = page.getByRole('textbox', { name: 'Question', exact: true });
			expect(await field.inputValue()).toBe('How easy was it to export your report?');
			expect(consoleErrors).toEqual([]);
			await close();
		},
	);
});

describe('the editor', () => {
	it.each([
		['light', { width: 1360, height: 900 }],
		['dark', { width: 390, height: 844 }],
	] as const)('is accessible (%s, %o)', thorough, async (colorScheme, viewport) => {
		const { edit } = await makeDraft(environment, { survey_id: `barriers-${colorScheme}` });
		const { page, close, consoleErrors } = await openSignedIn(environment, {
			colorScheme,
			viewport,
		});
		await page.goto(edit);
		await waitUntilSaved(page);
		expect(await getHorizontalOverflow(page)).toBe(0);
		// Expand every question and every section.
		for (const part of await page.locator('section[data-part] > h2 > button').all()) {
			await part.click();
		}
		const question = page.getByRole('listitem', { name: /^Question 2, What got/ });
		await question.getByRole('button', { name: /^2\. What got/ }).click();
		// In another position, a sticky bar may cover half of a button, which axe mistakes for a small one.
		await question.evaluate((card) => card.scrollIntoView());
		expect(await findAxeViolations(page)).toEqual([]);
		expect(await getHorizontalOverflow(page)).toBe(0);
		if (viewport.width < 500) {
			await page.getByRole('button', { name: 'Preview', exact: true }).click();
			await page.getByRole('dialog').getByText('What got in the way?').waitFor();
			expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
		}
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('shows problems at their fields once they are left, and jumps to them', thorough, async () => {
		const { edit } = await makeDraft(environment, { survey_id: 'faulty' });
		const { page, close } = await openSignedIn(environment);
		await page.goto(edit);
		await page.getByRole('button', { name: /^2\. What got/ }).click();
		await page.getByRole('textbox', { name: 'Question', exact: true }).fill('');
		// An empty field is not a problem while it has the focus.
		await waitUntilSaved(page);
		expect(await page.getByText('Fill this in.').count()).toBe(0);
		await page.getByRole('button', { name: /^1\. How easy/ }).click();
		await page.getByRole('button', { name: '1 problem', exact: true }).waitFor();
		await page.getByRole('button', { name: 'Publish…' }).click();
		expect(await findAxeViolations(page)).toEqual([]);
		await page.getByRole('button', { name: /questions\.1\.title/ }).click();
		await page.keyboard.type('What was in the way?');
		await page.getByText('Fill this in.').waitFor({ state: 'detached' });
		await page.getByText('2. What was in the way?').first().waitFor();
		await waitUntilSaved(page);
		// Undo keeps the field and the focus.
		const field = page.getByRole('textbox', { name: 'Question', exact: true });
		await page.keyboard.press('Control+z');
		await expect.poll(() => field.inputValue()).toBe('');
		await page.keyboard.press('Control+z');
		await expect.poll(() => field.inputValue()).toMatch(/^What got/);
		await page.keyboard.press('Control+Shift+z');
		await page.keyboard.press('Control+y');
		await expect.poll(() => field.inputValue()).toBe('What was in the way?');
		expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
		await waitUntilSaved(page);
		await close();
	});
});
