// The list of prompts, and importing and exporting prompt files.
import { readFile } from 'node:fs/promises';

import { examplePrompt, promptSchema } from '@feedback/contract';
import { parsePromptFile, writePromptFile } from '@feedback/contract/prompt-file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { makeDraft, seededSite } from './author.ts';
import { signInByApi } from './program.ts';
import {
	findAxeViolations,
	findFaults,
	getHorizontalOverflow,
	setLook,
	usualLooks,
	openDialog,
} from './accessibility.ts';
import { openSignedIn, openEnvironment } from './environment.ts';
import type { Environment } from './environment.ts';

let environment: Environment;

beforeAll(async () => {
	environment = await openEnvironment();
});
afterAll(() => environment?.close());

async function openList(query = '', options: Parameters<typeof openSignedIn>[1] = {}) {
	const opened = await openSignedIn(environment, options);
	await opened.page.goto(`/sites/${await seededSite(environment)}/prompts${query}`);
	await opened.page.getByRole('heading', { level: 1, name: 'Prompts' }).waitFor();
	return opened;
}

it('counts the prompts once all of them have loaded', async () => {
	const { page, close } = await openSignedIn(environment);
	let go = () => {};
	const held = new Promise<void>((resolve) => (go = resolve));
	await page.route('**/manage/sites/*/prompts?**', async (route) => {
		const isLast = new URL(route.request().url()).searchParams.has('cursor');
		if (isLast) {
			await held;
			return route.fulfill({ json: { items: [], next: null } });
		}
		const response = await route.fetch();
		return route.fulfill({ response, json: { ...(await response.json()), next: 'more' } });
	});
	await page.goto(`/sites/${await seededSite(environment)}/prompts`);
	await page.getByRole('link', { name: 'Quick poll' }).waitFor();
	const all = page.getByRole('navigation', { name: 'Filter by state' }).getByText(/^All/);
	expect((await all.textContent())!.trim()).toBe('All');
	go();
	await expect.poll(() => all.textContent()).toMatch(/\d/);
	await close();
});

it('shows a long name in full on hover', async () => {
	const name = `${'How did the export of a long report go? '.repeat(3)}`.slice(0, 119).trim();
	await makeDraft(environment, { survey_id: 'long-name', name });
	const { page, close } = await openList();
	const link = page.getByRole('link', { name, exact: true });
	await link.waitFor();
	expect(await link.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
	expect(await link.getAttribute('title')).toBe(name);
	await close();
});

const yaml = (name: string, text: string) => ({
	name,
	mimeType: 'application/yaml',
	buffer: Buffer.from(text),
});

describe('the list', () => {
	it('is searched and filtered by URL, and navigated by keyboard', async () => {
		const tag = crypto.randomUUID().slice(0, 8);
		const name = `Only a draft ${tag}`;
		await makeDraft(environment, { survey_id: `only-a-draft-${tag}`, name });
		const { page, close, consoleErrors } = await openList();
		await page.getByRole('link', { name: 'Quick poll' }).waitFor();
		await page.keyboard.press('/');
		await page.keyboard.type('quick');
		await page.getByRole('link', { name }).waitFor({ state: 'detached' });
		await page.waitForURL('**/prompts?q=quick');
		await page.reload();
		await page.getByRole('link', { name: 'Quick poll' }).waitFor();
		expect(await page.locator('[data-row]').count()).toBe(1);
		await page.getByRole('searchbox').fill('');
		await page.getByRole('link', { name: /^Drafts/ }).click();
		await page.waitForURL('**/prompts?state=draft');
		await page.getByRole('link', { name: 'Quick poll' }).waitFor({ state: 'detached' });
		await page.getByRole('link', { name: /^All/ }).click();
		await page.getByRole('link', { name: 'Quick poll' }).waitFor();
		await page.locator('[data-row]').first().focus();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('j');
		const third = await page.locator('[data-row]').nth(2).textContent();
		expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(third);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('is in the palette, even if the API returns several pages', thorough, async () => {
		const { page, close, consoleErrors } = await openSignedIn(environment);
		let asked = 0;
		// Route before the page is open, because the list may be prefetched.
		await page.route(/\/prompts\?.*limit=200/, (route) => {
			asked++;
			return route.continue({ url: route.request().url().replace('limit=200', 'limit=1') });
		});
		await page.goto(`/sites/${await seededSite(environment)}/prompts`);
		await page.getByRole('link', { name: 'How did the export go?' }).waitFor();
		await page.keyboard.press('Control+k');
		await page.getByRole('dialog').getByRole('combobox').fill('export-experience');
		await page.getByRole('option', { name: 'How did the export go?', selected: true }).waitFor();
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'How did the export go?' }).waitFor();
		expect(asked).toBeGreaterThan(2);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('shows the order of several prompts, and can be sorted by it', thorough, async () => {
		const person = await signInByApi(environment.stack);
		const tag = crypto.randomUUID().slice(0, 8);
		const trigger = { events: [`cart.left-${tag}`] };
		for (const [name, priority] of [
			['High', 70],
			['Low', -70],
		] as const) {
			const survey_id = `${name.toLowerCase()}-${tag}`;
			const { id, site } = await makeDraft(environment, { survey_id, name, priority, trigger });
			await person.publishPrompt({ site, prompt: id, revision: 1 });
		}
		const { page, close, consoleErrors } = await openList(`?q=${tag}`);
		const rows = page.getByRole('list', { name: 'Prompts' }).getByRole('listitem');
		const first = rows.filter({ hasText: 'priority 70' });
		await first.getByText(`first for cart.left-${tag}`).waitFor();
		await rows
			.filter({ hasText: 'priority -70' })
			.getByText(`2nd of 2 for cart.left-${tag}`)
			.waitFor();
		expect(await rows.first().textContent()).toContain('Low');
		await page.getByText('then the highest priority').waitFor();
		await page.getByRole('combobox', { name: 'Order' }).selectOption('By priority');
		await page.waitForURL(`**/prompts?q=${tag}&order=priority`);
		await expect.poll(() => rows.first().textContent()).toContain('High');
		await page.reload();
		await first.waitFor();
		expect(await rows.first().textContent()).toContain('High');
		await page.getByRole('link', { name: /^Published/ }).click();
		await page.waitForURL(`**/prompts?q=${tag}&state=published&order=priority`);
		expect(await getHorizontalOverflow(page)).toBe(0);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('is accessible', thorough, async () => {
		const { page, close, consoleErrors } = await openList('');
		expect(await findFaults(page)).toEqual([]);
		for (const look of usualLooks) {
			await setLook(page, look);
			await page.getByRole('button', { name: 'Actions for Quick poll' }).click();
			await page.getByRole('menu').waitFor();
			expect(await findAxeViolations(page, { within: '[role=menu]' })).toEqual([]);
			await page.keyboard.press('Escape');
			expect(await getHorizontalOverflow(page)).toBe(0);
		}
		await page.goto(page.url().replace(/prompts$/, 'prompts/new'));
		await page.getByRole('heading', { level: 1, name: 'New prompt' }).waitFor();
		const card = (name: string) =>
			page
				.getByRole('main')
				.getByRole('listitem')
				.filter({ has: page.getByRole('button', { name, exact: true }) });
		await card('Announcement').getByText('A message, no questions').waitFor();
		const templates = page.getByRole('list', { name: 'Templates' });
		const pictures = templates.locator('img');
		await card('Blank').waitFor();
		// The others are drawn before they come into view.
		expect(await pictures.count()).toBeLessThan(16);
		for (const one of await templates.getByRole('listitem').all())
			await one.scrollIntoViewIfNeeded();
		await expect.poll(() => pictures.count()).toBe(16);
		// A picture that is invalid SVG has no size.
		const readWidths = () =>
			pictures.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));
		await expect.poll(async () => [...new Set(await readWidths())]).toEqual([320]);
		await page.getByRole('button', { name: 'Blank', exact: true }).focus();
		await page.keyboard.press('Home');
		await page.keyboard.press('ArrowRight');
		await page.keyboard.press('Enter');
		await page.getByRole('dialog', { name: 'New prompt: Satisfaction (CSAT)' }).waitFor();
		await page.keyboard.press('Escape');
		await page.getByRole('link', { name: 'Prompts' }).first().click();
		await page.getByRole('button', { name: 'Actions for Quick poll' }).click();
		await page.getByRole('menuitem', { name: 'Save as template…' }).click();
		await page.getByLabel('Name of the template').fill('Our poll');
		expect(await findAxeViolations(page)).toEqual([]);
		await page.getByRole('button', { name: 'Save template' }).click();
		await page.getByText('Saved the template Our poll').waitFor({ state: 'attached' });
		await page.getByRole('link', { name: 'New prompt' }).click();
		const own = page.getByRole('list', { name: 'Templates of your workspace' });
		await own.getByRole('button', { name: 'Our poll', exact: true }).waitFor();
		expect(await findFaults(page)).toEqual([]);
		await own.getByRole('button', { name: 'Delete Our poll' }).click();
		await own.getByRole('button', { name: 'Delete template' }).click();
		await own.waitFor({ state: 'detached' });
		expect(await findFaults(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('publishes an older revision as a rollback, and shows what it undoes', thorough, async () => {
		const { id, site } = await makeDraft(environment, {
			survey_id: 'went-back',
			name: 'Went back',
		});
		const person = await signInByApi(environment.stack);
		const at = { site, prompt: id };
		const { latest } = await person.getPrompt(at);
		for (const name of ['Second', 'Third']) {
			await person.saveRevision({ ...at, content: { ...latest.content, name } });
		}
		await person.publishPrompt({ ...at, revision: 3 });
		const { page, close, consoleErrors } = await openList();
		await page.goto(`${page.url().replace(/prompts$/, `prompts/${id}`)}/revisions`);
		await page.getByRole('button', { name: /^Revision 1\b/ }).click();
		await page.getByRole('button', { name: 'Publish revision 1…' }).click();
		const dialog = page.getByRole('dialog', { name: 'Publish revision 1?' });
		await dialog.getByText('This goes back from revision 3 to 1').waitFor();
		await dialog.getByText('This undoes the changes in revisions 2 and 3').waitFor();
		expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
		await dialog.getByRole('button', { name: 'Go back to revision 1' }).click();
		await dialog.waitFor({ state: 'hidden' });
		expect((await person.getPrompt(at)).published_revision).toBe(1);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('pauses, resumes, duplicates and archives', async () => {
		const { id, site } = await makeDraft(environment, { survey_id: 'acted-on', name: 'Acted on' });
		const person = await signInByApi(environment.stack);
		await person.publishPrompt({ site, prompt: id, revision: 1 });
		const readState = async () => (await person.getPrompt({ site, prompt: id })).state;
		const { page, close, consoleErrors } = await openList('?q=acted');
		const act = async (name: string) => {
			await page.getByRole('button', { name: 'Actions for Acted on' }).click();
			await page.getByRole('menuitem', { name }).click();
		};
		await act('Pause');
		await page.getByText('paused', { exact: true }).waitFor();
		expect(await readState()).toBe('paused');
		await act('Resume');
		await page.getByText('published', { exact: true }).waitFor();
		await act('Archive…');
		expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
		await page.getByRole('button', { name: 'Archive', exact: true }).click();
		await page.getByText('No matching prompts').waitFor();
		expect(await readState()).toBe('archived');
		await page.getByRole('link', { name: /^Archived/ }).click();
		await act('Duplicate…');
		await page.getByLabel('Survey ID of the copy').fill('quick-poll');
		await page.getByRole('button', { name: 'Duplicate' }).click();
		await page.getByText('Choose another survey ID.').waitFor();
		await page.getByLabel('Survey ID of the copy').fill('acted-on-again');
		await page.getByRole('button', { name: 'Duplicate' }).click();
		await page.waitForURL('**/edit');
		await page.getByText('acted-on-again').first().waitFor();

		const { id: workspace } = await person.createWorkspace({ name: 'Zoo' });
		const other = await person.createSite({ workspace, name: 'Zebra' });
		await page.reload();
		await page.getByRole('button', { name: 'Actions for this prompt' }).click();
		await page.getByRole('menuitem', { name: 'Duplicate…' }).click();
		await page.getByLabel('Site of the copy').selectOption({ label: 'Zebra' });
		expect(await page.getByLabel('Survey ID of the copy').inputValue()).toBe('acted-on-again');
		await page.getByRole('button', { name: 'Duplicate' }).click();
		await page.waitForURL(`**/sites/${other.id}/prompts/*/edit`);
		const { items } = await person.listPrompts({ site: other.id });
		expect(items.map(({ survey_id }) => survey_id)).toEqual(['acted-on-again']);
		expect(consoleErrors.filter((line) => !line.includes('409'))).toEqual([]);
		await close();
	});
});

describe('a prompt file', () => {
	it('that was downloaded and imported again has the same content', thorough, async () => {
		const before = promptSchema.parse({ ...examplePrompt, survey_id: 'round-trip' });
		const { page, close } = await openList();
		const file = yaml('round-trip.yaml', writePromptFile(before, 'yaml'));
		await page.getByLabel('Prompt file to import').setInputFiles(file);
		await page.getByRole('button', { name: 'Save as a draft' }).click();
		await page.waitForURL('**/edit');
		await page.getByRole('button', { name: 'Actions for this prompt' }).click();
		const [download] = await Promise.all([
			page.waitForEvent('download'),
			page.getByRole('menuitem', { name: 'Download the prompt file' }).click(),
		]);
		expect(download.suggestedFilename()).toBe('round-trip.yaml');
		const text = await readFile(await download.path(), 'utf8');
		expect(parsePromptFile(text, 'round-trip.yaml')).toEqual({ content: before });

		await page.getByRole('link', { name: 'Prompts' }).first().click();
		const changed = writePromptFile({ ...before, name: 'Changed in a file' }, 'yaml');
		await page.getByLabel('Prompt file to import').setInputFiles(yaml('round-trip.yaml', changed));
		await page.getByRole('button', { name: 'Save as revision 2' }).click();
		await page.waitForURL('**/edit');
		await page.getByText('No changes since revision 2').waitFor();
		await close();
	});

	it('with problems lists them by line, like the command', thorough, async () => {
		const { page, close } = await openList();
		const text = 'survey_id: ease\nname: Ease\nquestons: []\n';
		await page.getByLabel('Prompt file to import').setInputFiles(yaml('ease.yaml', text));
		await page
			.getByText('ease.yaml:3:1 questons is not known here; did you mean "questions"?')
			.waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		await close();
	});

	it('is dropped on the page', thorough, async () => {
		const { page, close } = await openList();
		await page.getByRole('link', { name: 'Quick poll' }).waitFor();
		const transfer = await page.evaluateHandle(() => {
			const data = new DataTransfer();
			data.items.add(new File(['name: ['], 'broken.yaml'));
			return data;
		});
		await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer });
		await page.getByText('Drop the prompt file to import it').waitFor();
		await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
		await page.getByText('This file is not a valid prompt').waitFor();
		await page.getByText(/^broken\.yaml:\d+:\d+ /).waitFor();
		await close();
	});
});
