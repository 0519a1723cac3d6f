// The inbox by keyboard alone: reading, tagging, assigning, noting, finishing.
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { findFaults, getHorizontalOverflow, openDialog } from './accessibility.ts';
import { openPage, openEnvironment, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { signInByApi } from './program.ts';
import { createVisitor } from './visitor.ts';

let environment: Environment;
const markup = '<img src=x onerror="document.title=1"> broke exports';

beforeAll(async () => {
	environment = await openEnvironment();
	const { stack } = environment;
	for (const [account, why] of [
		['ada', 'Charts are lovely'],
		['bob', markup],
		['ada', 'Exports are slow'],
		['cem', 'w'.repeat(200)],
	] as const) {
		await createVisitor(stack, account).answer('quick-poll', [
			{ answers: { recommend: 5, why }, final: true },
		]);
	}
});
afterAll(() => environment?.close());

const rows = (page: Page) =>
	page.getByRole('region', { name: 'List of text answers' }).getByRole('listitem');
const current = (page: Page) =>
	page.locator('[aria-current="true"]').filter({ has: page.locator('time') });
const pane = (page: Page) => page.getByRole('region', { name: 'Text answer', exact: true });

async function open(options: Parameters<typeof openPage>[1] = {}, query = '') {
	const storageState = await storeSignIn(environment.stack);
	const opened = await openPage(environment, { storageState, ...options });
	await opened.page.goto(`/sites/${environment.site}/inbox${query}`);
	return opened;
}

it('is worked through by keyboard', async () => {
	const { page, close, consoleErrors } = await open();
	await expect.poll(() => rows(page).count()).toBe(4);
	await pane(page).getByText('wwww').waitFor();
	await page.keyboard.press('j');
	await pane(page).getByText('Exports are slow').waitFor();
	await pane(page).getByText('How likely are you to recommend Reports?').waitFor();
	await pane(page).getByText('5 of 10').waitFor();
	await page.getByRole('heading', { name: 'Also from ada' }).waitFor();
	await page.keyboard.press('t');
	await page.keyboard.type('Speed');
	await page.keyboard.press('Enter');
	await current(page).getByText('Speed').waitFor();
	await page.keyboard.press('Escape');
	await page.keyboard.press('n');
	await page.keyboard.type('Known; fixed in May');
	await page.keyboard.press('Control+Enter');
	await current(page).getByText('1 note').waitFor();
	await page.keyboard.press('Escape');
	await page.keyboard.press('a');
	const assignee = page.getByRole('combobox', { name: 'Assigned to' });
	expect(await assignee.evaluate((select) => select === document.activeElement)).toBe(true);
	await assignee.press('ArrowDown');
	await current(page).getByText(environment.stack.demo.email).waitFor();
	await page.keyboard.press('Escape');
	await page.keyboard.press('e');
	// The next answer opens immediately, and hostile content is shown as text.
	await pane(page).getByText(markup).waitFor();
	expect(await page.getByRole('main').locator('img').count()).toBe(0);
	await rows(page).nth(1).getByText('done', { exact: true }).waitFor();
	await page.getByRole('option', { name: 'Open (3)' }).waitFor({ state: 'attached' });
	await page.keyboard.press('/');
	await page.keyboard.type('chart');
	await expect.poll(() => rows(page).count()).toBe(0);
	await page.keyboard.type('s');
	await expect.poll(() => rows(page).count()).toBe(1);
	expect(consoleErrors).toEqual([]);
	await close();
});

it(
	'filters by status and tag, defines tags, and accepts or rejects proposed tags',
	thorough,
	async () => {
		const { page, close, consoleErrors } = await open({}, '?status=done');
		await expect.poll(() => rows(page).count()).toBe(1);
		await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('Speed (1)');
		await expect.poll(() => rows(page).count()).toBe(1);
		await page.getByRole('button', { name: 'Tags…' }).click();
		const dialog = page.getByRole('dialog', { name: 'Tags' });
		await dialog.getByRole('button', { name: 'Edit Speed' }).click();
		await dialog.getByRole('textbox', { name: 'Name' }).fill('Performance');
		await dialog.getByRole('textbox', { name: 'Definition' }).fill('Something takes too long');
		await dialog.getByRole('button', { name: 'Save' }).click();
		await dialog.getByText('Something takes too long').waitFor();
		await dialog.getByRole('button', { name: 'Find similar to Performance' }).click();
		await dialog.getByText('1 of 3 texts are proposed.').waitFor();
		expect(await findFaults(page, { within: openDialog })).toEqual([]);
		await dialog.getByRole('button', { name: 'Proposed for 1 text: Performance' }).click();
		await expect.poll(() => rows(page).count()).toBe(1);
		await page.getByText('proposed by frequent words').waitFor();
		await page.keyboard.press('?');
		const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
		await help.getByText('Accept a proposed tag').waitFor();
		expect(await findFaults(page, { within: openDialog })).toEqual([]);
		// Keys without a modifier do nothing behind a dialog.
		await page.keyboard.press('x');
		await page.keyboard.press('Escape');
		await help.waitFor({ state: 'hidden' });
		await page.keyboard.press('y');
		await rows(page).getByText('Performance').waitFor();
		await page.getByText('Accepted Performance.').waitFor();
		await page.keyboard.press('x');
		await page.getByText('No tag is proposed for this text.').waitFor();
		await page.getByRole('button', { name: 'Tags…' }).click();
		await dialog.getByText('frequent words: 1 of 1 accepted').waitFor();
		await page.keyboard.press('Escape');
		const { stack } = environment;
		const visitor = createVisitor(stack, 'dan');
		await visitor.answer('quick-poll', [
			{ answers: { recommend: 2, why: 'Too slow' }, final: true },
		]);
		const owner = await signInByApi(stack);
		const site = environment.site;
		const { items } = await owner.listTextAnswers({ site, search: '"too slow"' });
		const [{ response, question }] = items as [(typeof items)[number]];
		const label = { response, question, tag: 'Performance', quote: 'Too slow' };
		await owner.proposeTags({ site, labels: [label] });
		await page.goto(`/sites/${site}/inbox?proposed=any`);
		await pane(page).getByText('Too slow').waitFor();
		await page.keyboard.press('x');
		await page.getByText('Rejected Performance.').waitFor();
		await page.getByRole('heading', { name: 'Proposed tags' }).waitFor({ state: 'detached' });
		expect(consoleErrors).toEqual([]);
		await close();
	},
);

it('filters by responses, with saved filters and removed values', thorough, async () => {
	const owner = await signInByApi(environment.stack);
	// The tests above add one.
	const { items } = await owner.listTextAnswers({ site: environment.site });
	const all = items.length;
	const { page, close, consoleErrors } = await open({}, '?status=all');
	await expect.poll(() => rows(page).count()).toBe(all);
	await page.getByRole('button', { name: 'Filter', exact: true }).click();
	await page.getByRole('textbox', { name: 'Account ID' }).fill('ada');
	await page.getByRole('textbox', { name: 'Account ID' }).press('Enter');
	await expect.poll(() => rows(page).count()).toBe(2);
	expect(new URL(page.url()).searchParams.get('account')).toBe('ada');
	const prompt = page.getByRole('combobox', { name: 'Prompt' });
	await prompt.fill('Quick poll');
	await page.getByRole('option', { name: /Quick poll/ }).click();
	await page.getByRole('button', { name: 'Save filter' }).click();
	const dialog = page.getByRole('dialog', { name: 'Saved filters' });
	await dialog.getByRole('textbox', { name: 'Name of the current filter' }).fill('Of Ada');
	await dialog.getByRole('button', { name: 'Save', exact: true }).click();
	const saved = page.getByRole('combobox', { name: 'Saved filter' });
	await expect.poll(() => saved.locator('option:checked').textContent()).toBe('Of Ada');
	await saved.selectOption('');
	await expect.poll(() => rows(page).count()).toBe(all);
	await saved.selectOption('Of Ada');
	await expect.poll(() => rows(page).count()).toBe(2);
	expect(await findFaults(page)).toEqual([]);
	await page.getByRole('button', { name: 'Clear all' }).click();
	await expect.poll(() => rows(page).count()).toBe(all);
	expect(consoleErrors).toEqual([]);
	const gone = JSON.stringify({ answer: 'mood', op: 'answered' });
	await page.goto(
		`/sites/${environment.site}/inbox?status=all&condition=${encodeURIComponent(gone)}`,
	);
	await page.getByText('names the question "mood", which no prompt of the site has').waitFor();
	await page.getByRole('button', { name: 'Remove condition' }).click();
	await expect.poll(() => rows(page).count()).toBe(all);
	await close();
});

it('fits a phone, and is accessible', thorough, async () => {
	const { page, close } = await open({ viewport: { width: 360, height: 780 } }, '?status=all');
	await expect.poll(() => rows(page).count()).toBe(5);
	expect(await getHorizontalOverflow(page)).toBe(0);
	expect(await findFaults(page)).toEqual([]);
	await rows(page).nth(2).getByRole('button').click();
	await pane(page).getByText('Exports are slow').waitFor();
	await page.getByText('Known; fixed in May').waitFor();
	expect(await getHorizontalOverflow(page)).toBe(0);
	const field = (await page.getByRole('textbox', { name: 'Note' }).boundingBox())!;
	expect(field.x + field.width).toBeLessThan(360);
	expect(await findFaults(page)).toEqual([]);
	await page.getByRole('button', { name: 'Back to the list' }).click();
	await rows(page).nth(2).waitFor();
	await close();
});

it('shows texts first on a phone, and keeps the filter behind one button', thorough, async () => {
	const { page, close, consoleErrors } = await open({ viewport: { width: 360, height: 740 } });
	const panel = page.getByRole('region', { name: 'Text answers', exact: true });
	await rows(page).first().waitFor();
	expect((await panel.boundingBox())!.y).toBeLessThan(220);
	expect(await page.getByRole('combobox').count()).toBe(0);
	await page.keyboard.press('/');
	await page.keyboard.press('Tab');
	const filter = page.getByRole('button', { name: /^Filter/ });
	expect(await filter.evaluate((button) => button === document.activeElement)).toBe(true);
	expect(await filter.getAttribute('aria-expanded')).toBe('false');
	await page.keyboard.press('Enter');
	expect(await filter.getAttribute('aria-expanded')).toBe('true');
	const fields = (await filter.getAttribute('aria-controls'))!.split(' ')[0]!;
	await page.keyboard.press('Tab');
	const status = page.locator(`[id="${fields}"]`).getByRole('combobox', { name: 'Status' });
	expect(await status.evaluate((select) => select === document.activeElement)).toBe(true);
	await status.selectOption('Open and done');
	await expect.poll(() => rows(page).count()).toBe(5);
	await page.getByRole('textbox', { name: 'Account ID' }).fill('ada');
	await page.keyboard.press('Enter');
	await expect.poll(() => rows(page).count()).toBe(2);
	expect(await getHorizontalOverflow(page)).toBe(0);
	expect(await findFaults(page)).toEqual([]);
	await filter.click();
	expect(await filter.textContent()).toContain('Filter (2)');
	expect(await page.getByRole('combobox').count()).toBe(0);
	// Neither a reload nor a link opens the filter.
	await page.reload();
	await expect.poll(() => rows(page).count()).toBe(2);
	expect(await filter.getAttribute('aria-expanded')).toBe('false');
	expect(await findFaults(page)).toEqual([]);
	await filter.click();
	await page.getByRole('button', { name: 'Clear all' }).click();
	await page.waitForURL((url) => url.search === '?status=all');
	expect(await filter.textContent()).toContain('Filter (1)');
	expect(consoleErrors).toEqual([]);
	await close();
});

it('tags many texts and similar ones at once, and shows their tag by week and score', async () => {
	const { stack, site } = environment;
	for (const why of ['Dark mode, please', 'A dark mode for charts', 'I miss a dark theme mode']) {
		await createVisitor(stack, `dark-${why.length}`).answer('quick-poll', [
			{ answers: { recommend: 3, why }, final: true },
		]);
	}
	const { page, close, consoleErrors } = await open({}, '?status=all');
	await rows(page).getByRole('checkbox', { name: 'Select “Dark mode, please”' }).check();
	const bar = page.getByRole('group', { name: 'Selected text answers' });
	await bar.getByText('1 selected').waitFor();
	expect(await findFaults(page)).toEqual([]);
	// A key changes all that are selected.
	await page.keyboard.press('t');
	const dialog = page.getByRole('dialog');
	await dialog.getByRole('combobox', { name: 'Tag' }).fill('Dark mode');
	await dialog.getByRole('button', { name: 'Tag all like this…' }).click();
	const similar = dialog.getByRole('region', { name: 'Similar texts' });
	await similar.getByRole('checkbox', { name: /A dark mode for charts/ }).waitFor();
	await similar.getByRole('checkbox', { name: /I miss a dark theme mode/ }).uncheck();
	expect(await findFaults(page, { within: openDialog })).toEqual([]);
	await dialog.getByRole('button', { name: 'Tag 1 text' }).click();
	await expect.poll(() => rows(page).getByText('Dark mode', { exact: true }).count()).toBe(2);
	// What a person rejected is not proposed again.
	await page.goto(`/sites/${site}/inbox?proposed=any&status=all`);
	await page.getByText('No matching text answers.').waitFor();

	await page.getByRole('button', { name: 'Tags…' }).click();
	await page.getByRole('link', { name: 'Dark mode' }).click();
	await page.getByRole('heading', { name: 'Dark mode', level: 1 }).waitFor();
	await page.getByText(/^2 of \d+\s+texts$/).waitFor();
	await page.getByRole('row', { name: /Detractors, 0 to 6 2 of/ }).waitFor();
	await page
		.getByRole('region', { name: 'What they say' })
		.getByText('Dark mode, please')
		.waitFor();
	await page.getByRole('button', { name: 'Share of the texts of each week as a table' }).click();
	expect(await findFaults(page)).toEqual([]);
	await page
		.getByRole('region', { name: 'Share of the texts of each week' })
		.getByRole('link', { name: '2' })
		.click();
	await expect.poll(() => rows(page).count()).toBe(2);
	expect(consoleErrors).toEqual([]);
	await close();
});

it('shows the names of people', thorough, async () => {
	const owner = await signInByApi(environment.stack);
	await owner.updateProfile({ name: 'Ada Lovelace' });
	const { page, close } = await open({}, '?status=all');
	await page.getByRole('combobox', { name: 'Assigned to' }).selectOption('Ada Lovelace (you)');
	await current(page).getByText('Ada Lovelace').waitFor();
	await page.getByRole('textbox', { name: 'Note' }).fill('Asked her');
	await page.keyboard.press('Control+Enter');
	await page.getByRole('button', { name: 'Delete the note of Ada Lovelace' }).waitFor();
	expect(await page.getByRole('main').getByText(environment.stack.demo.email).count()).toBe(0);
	await owner.updateProfile({ name: null });
	await close();
});
