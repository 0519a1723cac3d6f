import { readFile } from 'node:fs/promises';

import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { giveResponses } from './add-past-responses.ts';
import { findFaults, getHorizontalOverflow } from './accessibility.ts';
import { openPage, openEnvironment, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { isFocused } from './keyboard.ts';
import type { Storage } from './reusable-pages.ts';
import { createVisitor } from './visitor.ts';

/** Timeout for a busy machine. */
const longTimeout = { timeout: 30_000 };
let environment: Environment;
/** Browser storage in which the demo person is signed in. */
let signedIn: Storage;
const markup = '<img src=x onerror="document.title=1">';
const turned = 'pay\u202eeno';
const long = 'w'.repeat(10_000);

beforeAll(async () => {
	environment = await openEnvironment();
	signedIn = await storeSignIn(environment.stack);
	const team = { plan: 'team' };
	await giveResponses(environment.stack, 'quick-poll', [
		{
			answers: { recommend: 9, why: `It was ${markup}` },
			daysAgo: 3,
			traits: team,
			account: 'ada',
		},
		{ answers: { recommend: 2, why: turned }, daysAgo: 2, traits: { plan: 'pro' } },
		{ answers: { recommend: 7, why: long }, daysAgo: 1, final: false, traits: team },
		{ answers: { recommend: 10, why: '=HYPERLINK("https://evil")' }, daysAgo: 40 },
	]);
	await giveResponses(environment.stack, 'export-experience', [
		{ answers: { ease: 4, more: 'Slow, so SLOW' }, daysAgo: 1, account: 'bob' },
	]);
});
afterAll(() => environment?.close());

async function open(query: string, options: Parameters<typeof openPage>[1] = {}) {
	const opened = await openPage(environment, { storageState: signedIn, ...options });
	await opened.page.goto(`/sites/${environment.site}/responses${query}`);
	return opened;
}

const rows = (page: Page) =>
	page.getByRole('region', { name: 'Responses', exact: true }).getByRole('listitem');
const countRowsOf = (list: Locator, count: number) =>
	expect.poll(() => list.count(), longTimeout).toBe(count);
const countRows = (page: Page, count: number) => countRowsOf(rows(page), count);

describe('the charts above the responses', () => {
	async function openResults(options: Parameters<typeof openPage>[1] = {}) {
		const opened = await openPage(environment, { storageState: signedIn, ...options });
		const { page } = opened;
		await page.goto(`/sites/${environment.site}/prompts`);
		await page.getByRole('link', { name: 'Quick poll' }).click();
		const score = page.getByRole('region', { name: /^How likely are you to recommend/ });
		await score.getByText('4 answers').waitFor();
		return { ...opened, score };
	}
	const words = (page: Page) =>
		page
			.getByRole('region', { name: 'What is the main reason for your score?', exact: true })
			.getByRole('listitem');

	it('filter by one score or a group, and a second click clears it', thorough, async () => {
		const { page, close, score, consoleErrors } = await openResults();
		const detractors = score.getByRole('link', { name: 'Detractors, 0 to 6' });
		await detractors.click();
		await score.getByText('1 answer', { exact: true }).waitFor();
		await expect
			.poll(() => words(page).allTextContents())
			.toEqual([expect.stringContaining('pay\\u{202e}eno')]);
		expect(await detractors.getAttribute('aria-current')).toBe('true');
		expect(await findFaults(page)).toEqual([]);
		await score.getByRole('link', { name: 'Filter by 7', exact: true }).click();
		await score.getByText('Passives, 7 and 8: 1 (100%)').waitFor();
		expect(new URL(page.url()).searchParams.get('condition')).toBe(
			'{"answer":"recommend","op":"is","value":7}',
		);
		await score.getByRole('link', { name: 'Filter by 7', exact: true }).click();
		await score.getByText('4 answers').waitFor();
		expect(new URL(page.url()).searchParams.get('condition')).toBeNull();
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('link each figure to what it counts', async () => {
		const { page, close, score, consoleErrors } = await openResults();
		await score.getByRole('link', { name: '4', exact: true }).first().click();
		await page.waitForURL(/\/responses\?/);
		await page.getByText('Responses that answered “How likely are you').waitFor();
		await countRowsOf(page.getByRole('region', { name: 'Responses' }).getByRole('listitem'), 4);
		expect(await findFaults(page)).toEqual([]);
		await page.goBack();
		const displays = page.getByRole('definition').first().getByRole('link');
		const count = Number(await displays.textContent());
		await displays.click();
		const drawer = page.getByRole('dialog', { name: 'Displays' });
		await countRowsOf(drawer.getByRole('listitem'), count);
		expect(await findFaults(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('ignore a figure of the URL that is none', async () => {
		const { page, close, consoleErrors } = await open('?figure={"as":1}');
		await countRows(page, 5);
		expect(await page.getByText('Only the responses behind').count()).toBe(0);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('list the lowest scores, as text for the team', thorough, async () => {
		const { page, close, score, consoleErrors } = await openResults({
			permissions: ['clipboard-read', 'clipboard-write'],
		});
		await score.getByRole('button', { name: 'Lowest scores' }).click();
		const dialog = page.getByRole('dialog', { name: 'Lowest scores' });
		// The detractor alone, not 7, 9 and 10.
		await countRowsOf(dialog.getByRole('listitem'), 1);
		expect(await findFaults(page)).toEqual([]);
		await dialog.getByRole('button', { name: 'Copy as text' }).click();
		await dialog.getByRole('button', { name: 'Copied' }).waitFor();
		const text = await page.evaluate(() => navigator.clipboard.readText());
		expect(text.match(/^\d+ of 10$/gm)).toEqual(['2 of 10']);
		expect(text).toContain('All visitors. All time.');
		expect(text).toContain('What is the main reason for your score?\npay\\u{202e}eno\n');
		expect(text).not.toMatch(/ada|team/);
		await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
		await page.evaluate('document.execCommand = () => false');
		await dialog.getByRole('button', { name: 'Copied' }).click();
		const shown = dialog.getByRole('textbox', { name: /^The browser refused to copy/ });
		expect(await shown.inputValue()).toBe(text);
		// Each URL opens its response.
		await page.goto(text.match(/^http.+$/m)![0]);
		await page.getByRole('dialog', { name: 'Quick poll' }).getByText('2 of 10').waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('the list of responses', () => {
	it('shows hostile answers as text, in one column', async () => {
		const { page, close, consoleErrors } = await open('', {
			viewport: { width: 390, height: 844 },
		});
		await rows(page).filter({ hasText: markup }).waitFor();
		await rows(page).filter({ hasText: 'pay\\u{202e}eno' }).waitFor();
		expect(await page.getByRole('main').locator('img').count()).toBe(0);
		const word = rows(page).filter({ hasText: 'wwww' });
		expect((await word.boundingBox())!.height).toBeLessThan(400);
		expect(await getHorizontalOverflow(page)).toBe(0);
		expect(await page.title()).toBe('Responses · Feedback');
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('is searched, with the words highlighted as text', async () => {
		const { page, close } = await open('');
		await countRows(page, 5);
		await page.getByRole('searchbox', { name: 'Search in text answers' }).fill('slow');
		await countRows(page, 1);
		expect(await rows(page).locator('mark').allTextContents()).toEqual(['Slow', 'SLOW']);
		await page.waitForURL('**/responses?search=slow');
		await page.getByRole('searchbox', { name: 'Search in text answers' }).fill('<IMG');
		await expect
			.poll(() => rows(page).locator('mark').allTextContents(), longTimeout)
			.toEqual(['<img']);
		await close();
	});

	it('is filtered by prompt, period, state, trait and account', async () => {
		const { page, close } = await open('');
		await countRows(page, 5);
		await page.getByRole('combobox', { name: 'Prompt', exact: true }).fill('Quick');
		await page.getByRole('option', { name: /Quick poll/ }).click();
		await countRows(page, 4);
		await page.getByRole('combobox', { name: 'Period' }).selectOption('30');
		await countRows(page, 3);
		await page.getByRole('combobox', { name: 'Completion' }).selectOption('partial');
		await countRows(page, 1);
		await page.getByRole('combobox', { name: 'Completion' }).selectOption('final');
		await countRows(page, 2);
		await page.getByRole('button', { name: 'Filter' }).click();
		await page.getByRole('combobox', { name: 'Add to Traits' }).fill('plan:team');
		await page.keyboard.press('Enter');
		await countRows(page, 1);
		const address = page.url();
		expect(address).toContain('trait=plan%3Ateam');
		await page.reload();
		await countRows(page, 1);
		await page.getByRole('button', { name: 'Clear all' }).click();
		await countRows(page, 5);
		await page.getByRole('button', { name: 'Filter' }).click();
		await page.getByLabel('Account ID').fill('bob');
		await page.keyboard.press('Enter');
		await countRows(page, 1);
		await close();
	});

	it('keeps the focus of a person without a pointer', async () => {
		const { page, close, consoleErrors } = await open('');
		await countRows(page, 5);
		await page.getByRole('combobox', { name: 'Prompt', exact: true }).focus();
		await page.getByRole('option').nth(5).waitFor();
		await page.keyboard.press('Tab');
		expect(await isFocused(page.getByRole('combobox', { name: 'Period' }))).toBe(true);

		const filter = page.getByRole('button', { name: /^Filter/ });
		await filter.press('Enter');
		const condition = page.getByRole('group', { name: 'Condition', exact: true });
		await condition.getByRole('button', { name: 'Window width' }).press('Enter');
		const width = condition.getByRole('textbox', { name: 'Number' });
		await condition.getByRole('combobox', { name: 'Comparison' }).selectOption('less');
		await width.fill('wide');
		const apply = condition.getByRole('button', { name: 'Apply condition' });
		await width.press('Enter');
		await condition.getByText('Value must be a number').waitFor();
		await expect.poll(() => isFocused(width)).toBe(true);
		await width.fill('400');
		await width.press('Enter');
		await countRows(page, 0);
		await expect.poll(() => isFocused(apply)).toBe(true);
		expect(consoleErrors).toEqual([]);
		await condition.getByRole('button', { name: 'Remove condition' }).press('Enter');
		await countRows(page, 5);
		expect(await isFocused(condition.getByRole('button').first())).toBe(true);

		await page.getByLabel('Account ID').fill('bob');
		await page.keyboard.press('Enter');
		await countRows(page, 1);
		await page.getByRole('button', { name: 'Clear all' }).press('Enter');
		await countRows(page, 5);
		expect(await isFocused(filter)).toBe(true);
		await close();
	});

	it('keeps the text of one filter when another one changes', thorough, async () => {
		const { page, close } = await open('');
		await page.getByRole('button', { name: 'Filter' }).click();
		await page.getByLabel('Account ID').fill('bo');
		// Change the URL without leaving the field, as a link or "back" does.
		const period = page.getByRole('combobox', { name: 'Period' });
		await period.evaluate((select: HTMLSelectElement) => {
			select.value = '30';
			select.dispatchEvent(new Event('change', { bubbles: true }));
		});
		await page.waitForURL('**/responses?period=30');
		expect(await page.getByLabel('Account ID').inputValue()).toBe('bo');
		await close();
	});

	it('grows as answers arrive', async () => {
		const { page, close } = await open('?search=just+now');
		await page.getByText('No matching responses.').waitFor();
		await createVisitor(environment.stack, 'user_live').answer('quick-poll', [
			{ answers: { recommend: 8, why: 'Came just now' }, final: true },
		]);
		await rows(page).filter({ hasText: 'user_live' }).waitFor();
		await close();
	});

	it('is accessible', thorough, async () => {
		const { page, close } = await open('?search=slow&account=bob');
		await countRows(page, 1);
		expect(await findFaults(page)).toEqual([]);
		await rows(page).getByRole('link').press('Enter');
		await page.getByRole('dialog').getByText('Questions as worded in revision 1').waitFor();
		expect(await findFaults(page)).toEqual([]);
		await close();
	});
});

describe('one response', () => {
	it('opens by keyboard with traits, display and full texts', async () => {
		const { page, close } = await open('?search=wwww');
		await rows(page).getByRole('link').press('Enter');
		const drawer = page.getByRole('dialog');
		await drawer.getByText('What is the main reason for your score?').waitFor();
		expect(await drawer.getByText(long).count()).toBe(1);
		await drawer.getByText('team', { exact: true }).waitFor();
		await drawer.getByText('Displayed', { exact: true }).waitFor();
		const sideways = await drawer.evaluate((box) => box.scrollWidth - box.clientWidth);
		expect(sideways).toBe(0);
		await page.keyboard.press('Escape');
		await page.waitForURL((url) => !url.searchParams.has('response'));
		await close();
	});

	it('is deleted by an owner after confirming', async () => {
		const { page, close } = await open(`?search=${encodeURIComponent('\u202e')}`);
		await rows(page).getByRole('link').click();
		await page.getByRole('button', { name: /^Delete this response/ }).click();
		await page.getByRole('button', { name: 'Delete', exact: true }).click();
		await page.getByRole('dialog').waitFor({ state: 'detached' });
		await countRows(page, 0);
		await page.reload();
		await page.getByText('No matching responses.').waitFor();
		await close();
	});
});

describe('an export', () => {
	const start = async (page: Page, format: RegExp) => {
		await page.getByRole('button', { name: 'Export' }).click();
		await page.getByRole('menuitem', { name: format }).click();
	};

	it('is downloaded with the current filter, formulas escaped', async () => {
		const { page, close } = await open('?period=90&search=HYPERLINK');
		await page.evaluate('delete window.showSaveFilePicker');
		await countRows(page, 1);
		const downloading = page.waitForEvent('download');
		await start(page, /^CSV/);
		const download = await downloading;
		expect(download.suggestedFilename()).toMatch(/^responses-\d{4}-\d\d-\d\d\.csv$/);
		const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
		expect(lines[0]).toContain('id,survey_id,revision');
		expect(lines).toHaveLength(3);
		expect(lines[1]).toContain('evil');
		expect(lines[1]).not.toMatch(/,"?=/);
		await page.getByText(/^Exported, /).waitFor();
		await close();
	});

	it('streams to the chosen file, if the browser has a file dialog', async () => {
		const { page, close } = await open('');
		await countRows(page, 4 + 1);
		// The origin private file system has the same handles, without a dialog.
		await page.evaluate(`window.showSaveFilePicker = async ({ suggestedName }) =>
			(await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })`);
		await start(page, /^JSON/);
		await page.getByText(/^Exported, /).waitFor();
		const text = await page.evaluate(`(async () => {
			const root = await navigator.storage.getDirectory();
			for await (const [name, handle] of root.entries())
				if (name.endsWith('.ndjson')) return (await handle.getFile()).text();
		})()`);
		const responses = String(text)
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as { answers: { why?: string } });
		expect(responses).toHaveLength(5);
		expect(responses.map(({ answers }) => answers.why)).toContain(long);
		await close();
	});

	it('can be cancelled', thorough, async () => {
		const { page, close } = await open('');
		await page.evaluate('delete window.showSaveFilePicker');
		let go = () => {};
		const held = new Promise<void>((resolve) => (go = resolve));
		await page.route('**/responses.csv*', async (route) => {
			await held;
			await route.continue().catch(() => undefined);
		});
		await start(page, /^CSV/);
		await page.getByRole('button', { name: 'Cancel export' }).click();
		await page.getByText('The export was cancelled.').waitFor();
		go();
		await close();
	});
});

// Last, because it adds responses.
describe('the filtered responses', () => {
	it('are deleted together after their number was typed, and restored', async () => {
		await giveResponses(environment.stack, 'quick-poll', [
			{ answers: { recommend: 1, why: 'Casino one' } },
			{ answers: { recommend: 1, why: 'Casino two' } },
		]);
		const { page, close } = await open('?search=casino');
		await countRows(page, 2);
		await page.getByRole('button', { name: 'Delete…' }).click();
		const dialog = page.getByRole('dialog', { name: 'Delete filtered responses' });
		await dialog.getByText('2 responses', { exact: true }).waitFor();
		const submit = dialog.getByRole('button', { name: 'Delete 2 responses' });
		expect(await submit.isDisabled()).toBe(true);
		await dialog.getByLabel('Type 2 to confirm').fill('2');
		expect(await findFaults(page)).toEqual([]);
		// A person without a pointer loses the focus neither by a failure nor by the receipt.
		await page.route('**/deletion/responses**', (route) => route.abort());
		await submit.press('Enter');
		await dialog.getByRole('alert').waitFor();
		await expect.poll(() => isFocused(submit)).toBe(true);
		await page.unrouteAll();
		await submit.press('Enter');
		await dialog.getByText('Deleted 2 responses.').waitFor();
		const receipt = dialog.getByRole('status');
		await expect.poll(() => isFocused(receipt)).toBe(true);
		await page.getByText('No matching responses.').waitFor();
		await dialog.getByRole('button', { name: 'Undo' }).press('Enter');
		await dialog.getByText('Restored 2 responses.').waitFor();
		await expect.poll(() => isFocused(receipt)).toBe(true);
		await countRows(page, 2);
		await close();
	});
});
