import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { makeDraft } from './author.ts';
import { signInByApi } from './program.ts';
import { findAxeViolations, findFaults, openDialog } from './accessibility.ts';
import { openPage, openEnvironment, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import type { Storage } from './reusable-pages.ts';
import { createVisitor } from './visitor.ts';

/** Timeout for a busy machine. */
const longTimeout = { timeout: 30_000 };
let environment: Environment;
/** Browser storage in which the demo person is signed in. */
let signedIn: Storage;
const hostile = '"><img src=x onerror="document.title=1"> pay\u202eeno';

beforeAll(async () => {
	environment = await openEnvironment();
	signedIn = await storeSignIn(environment.stack);
	const [ada, someone] = [
		createVisitor(environment.stack, 'user_ada'),
		createVisitor(environment.stack),
	];
	for (const format of ['pdf', 'pdf', 'csv'])
		await ada.report('invoice.sent', { format, pages: 3 });
	await someone.report('invoice.sent', { [hostile]: hostile });
	await ada.report('report.exported', { format: 'pdf' });
});
afterAll(() => environment?.close());

async function open(path: string, options: Parameters<typeof openPage>[1] = {}) {
	const opened = await openPage(environment, { storageState: signedIn, ...options });
	await opened.page.goto(`/sites/${environment.site}/events${path}`);
	return opened;
}

const names = (page: Page) => page.getByRole('region', { name: 'Names', exact: true });
const tail = (page: Page) => page.getByRole('region', { name: 'Live tail', exact: true });
const row = (page: Page, text: string) =>
	page.getByRole('main').getByRole('listitem').filter({ hasText: text });

describe('the names of events', () => {
	it('show volume, state and the capture setting', async () => {
		const { page, close, consoleErrors } = await open('');
		await row(page, 'invoice.sent').waitFor();
		expect(await row(page, 'invoice.sent').textContent()).toMatch(/4\s+events\s+in 30 days/);
		await row(page, 'report.exported').getByText('registered').waitFor();
		const note = page.getByText('every event that the app reports is stored');
		await note.filter({ visible: true }).waitFor();
		const link = page.getByRole('link', { name: 'Event capture' });
		expect(await link.getAttribute('href')).toBe(`/sites/${environment.site}/settings/capture`);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('are searched, and the URL stores the search', thorough, async () => {
		const { page, close } = await open('');
		await row(page, 'invoice.sent').waitFor();
		await page.getByRole('searchbox', { name: 'Search names' }).fill('INVOICE');
		await row(page, 'report.exported').waitFor({ state: 'detached' });
		await page.waitForURL('**/events?search=INVOICE');
		await page.reload();
		await row(page, 'invoice.sent').waitFor();
		expect(await row(page, 'report.exported').count()).toBe(0);
		await close();
	});

	it('are registered, unregistered and ignored', async () => {
		const { page, close } = await open('');
		const { name } = { name: 'invoice.sent' };
		await names(page)
			.getByRole('button', { name: `Register ${name}` })
			.click();
		await row(page, name).getByText('registered').waitFor();
		await names(page)
			.getByRole('button', { name: `Unregister ${name}` })
			.click();
		await names(page)
			.getByRole('button', { name: `Ignore ${name}` })
			.click();
		await row(page, name).waitFor({ state: 'detached' });
		await page.getByRole('button', { name: 'Ignored (1)' }).click();
		await page.getByRole('button', { name: `Stop ignoring ${name}` }).click();
		await page.getByText('No name is ignored.').waitFor();
		await close();
	});

	it('can be registered before they are seen', thorough, async () => {
		const { page, close } = await open('');
		await page.getByRole('button', { name: 'Register a name' }).click();
		const dialog = page.getByRole('dialog', { name: 'Register a name' });
		await dialog.getByLabel('Name').fill('no spaces');
		await dialog.getByRole('button', { name: 'Register' }).click();
		await dialog.getByText('The name must start with a letter or digit').waitFor();
		await dialog.getByLabel('Name').fill('plan.cancelled');
		await dialog.getByRole('button', { name: 'Register' }).click();
		await row(page, 'plan.cancelled').getByText('never seen').waitFor();
		await close();
	});

	it('open by keyboard: properties with values, prompts, a new prompt', thorough, async () => {
		const { page, close, consoleErrors } = await open('');
		await page.getByRole('link', { name: 'invoice.sent' }).focus();
		await page.keyboard.press('Enter');
		const drawer = page.getByRole('dialog', { name: 'invoice.sent' });
		const values = drawer.getByRole('list', { name: 'Frequent values of format' });
		await values.getByRole('listitem').nth(1).waitFor();
		expect(await values.getByRole('listitem').allTextContents()).toEqual([
			expect.stringMatching(/pdf\s*2/),
			expect.stringMatching(/csv\s*1/),
		]);
		await drawer.getByText('onerror').first().waitFor();
		expect(await drawer.locator('img').count()).toBe(0);
		expect(await drawer.getByText('\\u{202e}').count()).toBeGreaterThan(0);
		const create = drawer.getByRole('link', { name: 'Create a prompt for this event' });
		expect(await create.getAttribute('href')).toContain('/prompts/new?event=invoice.sent');
		await page.keyboard.press('Escape');
		await drawer.waitFor({ state: 'detached' });
		await page.waitForURL((url) => !url.searchParams.has('name'));

		await page.goto(`/sites/${environment.site}/events?name=report.exported`);
		await page.getByRole('dialog').getByRole('link', { name: /./ }).last().waitFor();
		await page.getByRole('dialog').getByText('published').first().waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('show which of several prompts is decided first', thorough, async () => {
		const person = await signInByApi(environment.stack);
		// Prompts of an earlier attempt would compete for the same event.
		const name = `cart.left.${Date.now()}`;
		for (const [survey, priority, delay_seconds] of [
			['goes-second', -5, 0],
			['goes-last', 90, 20],
			['goes-first', 50, 0],
		] as const) {
			const trigger = { events: [name] };
			const survey_id = `${survey}-${Date.now()}`;
			const timing = { delay_seconds };
			const change = { survey_id, name: survey, priority, trigger, timing };
			const { id, site } = await makeDraft(environment, change);
			await person.publishPrompt({ site, prompt: id, revision: 1 });
		}
		await person.changeEventName({ site: environment.site, name, state: 'registered' });
		const { page, close } = await open(`?name=${name}`);
		const prompts = page
			.getByRole('region', { name: 'Prompts that it triggers' })
			.getByRole('listitem');
		await prompts.first().getByText('priority 50').waitFor();
		expect(await prompts.first().textContent()).toContain('goes-first');
		expect(await prompts.nth(1).textContent()).toContain('goes-second');
		// A prompt without a delay is decided first, regardless of priority.
		expect(await prompts.last().textContent()).toContain('goes-last');
		await page.getByText('then the highest priority').waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		await close();
	});

	it('open a new prompt with the event as its trigger', thorough, async () => {
		const { page, close } = await open('?name=invoice.sent');
		await page.getByRole('link', { name: 'Create a prompt for this event' }).click();
		await page.getByText('Its trigger is invoice.sent.').waitFor();
		await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
		await page.getByLabel('Survey ID').fill(`after-invoice-${Date.now()}`);
		await page.getByRole('button', { name: 'Create draft' }).click();
		await page.waitForURL('**/edit');
		await page.goto(`/sites/${environment.site}/events?name=invoice.sent`);
		const prompts = page.getByRole('region', { name: 'Prompts that it triggers' });
		await prompts.getByText('draft').first().waitFor();
		await close();
	});

	it('are accessible', thorough, async () => {
		const { page, close } = await open('?name=plan.changed');
		await page.getByRole('dialog').getByText('published').first().waitFor();
		expect(await findFaults(page, { within: openDialog })).toEqual([]);
		await page.keyboard.press('Escape');
		await page.getByRole('dialog').waitFor({ state: 'detached' });
		expect(await findFaults(page)).toEqual([]);
		await close();
	});
});

describe('the live tail', () => {
	it('shows new events, and buffers them while the person reads', async () => {
		const { page, close, consoleErrors } = await open('/live');
		await tail(page).getByText('Live', { exact: true }).waitFor();
		const visitor = createVisitor(environment.stack, 'user_grace');
		await visitor.report('tail.first');
		await row(page, 'tail.first').waitFor();
		await row(page, 'tail.first').hover();
		const before = await row(page, 'tail.first').boundingBox();
		await visitor.report('tail.second');
		const show = page.getByRole('button', { name: 'Show 1 new event' });
		await show.waitFor();
		expect(await row(page, 'tail.first').boundingBox()).toEqual(before);
		expect(await row(page, 'tail.second').count()).toBe(0);
		await show.click();
		await row(page, 'tail.second').waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('recovers from a failure, and reads the first page only once', thorough, async () => {
		const { page, close } = await open('/live');
		// Before that, the page may still request the first page of events.
		await tail(page).getByText('Live', { exact: true }).waitFor(longTimeout);
		const asked: URL[] = [];
		page.on('request', (request) => {
			const url = new URL(request.url());
			if (url.pathname.endsWith('/events') && request.method() === 'GET') asked.push(url);
		});
		await page.reload();
		await tail(page).getByText('Live', { exact: true }).waitFor(longTimeout);
		const countPolls = (events: URL[]) =>
			events.filter((url) => url.searchParams.has('after')).length;
		await expect.poll(() => countPolls(asked), longTimeout).toBeGreaterThan(1);
		expect(asked.length - countPolls(asked)).toBe(1);
		await page.route('**/manage/sites/*/events?*', (route) => route.abort());
		await tail(page).getByText('Reconnecting.').waitFor(longTimeout);
		await createVisitor(environment.stack).report('tail.missed');
		expect(await row(page, 'tail.missed').count()).toBe(0);
		await page.unroute('**/manage/sites/*/events?*');
		await row(page, 'tail.missed').first().waitFor(longTimeout);
		await tail(page).getByText('Live', { exact: true }).waitFor(longTimeout);
		expect(asked.length - countPolls(asked)).toBe(1);
		await close();
	});

	it('can be paused and resumed', thorough, async () => {
		const { page, close } = await open('/live');
		await page.getByRole('button', { name: 'Pause' }).click();
		const visitor = createVisitor(environment.stack);
		for (const name of ['pause.a', 'pause.b']) await visitor.report(name);
		await page.getByRole('button', { name: 'Show 2 new events' }).waitFor();
		await page.getByRole('button', { name: 'Go on' }).click();
		await row(page, 'pause.b').waitFor();
		await close();
	});

	it('is filtered by name, reason, account and visitor, all in the URL', async () => {
		const { page, close } = await open('/live');
		await row(page, 'report.exported').waitFor();
		await page.getByRole('combobox', { name: 'Event name' }).fill('invoice.sent');
		await page.keyboard.press('Enter');
		await row(page, 'report.exported').waitFor({ state: 'detached' });
		await expect.poll(() => tail(page).getByRole('listitem').count(), longTimeout).toBe(4);
		await page.getByRole('textbox', { name: 'Account ID' }).fill('user_ada');
		await page.keyboard.press('Enter');
		await page.waitForURL('**/live?name=invoice.sent&account=user_ada');
		await expect.poll(() => tail(page).getByRole('listitem').count(), longTimeout).toBe(3);
		await page.getByRole('button', { name: 'Clear' }).click();
		await page.getByRole('combobox', { name: 'Reason' }).selectOption('displayed');
		await row(page, 'report.exported').waitFor();
		await row(page, 'invoice.sent').first().waitFor({ state: 'detached' });
		await page.goto(`/sites/${environment.site}/events/live?visitor=nobody`);
		await page.getByText('A visitor ID is a UUID').waitFor();
		await close();
	});

	it('keeps the text of one filter when another one changes', thorough, async () => {
		const { page, close } = await open('/live');
		await page.getByRole('textbox', { name: 'Account ID' }).fill('user_a');
		await page.getByRole('combobox', { name: 'Reason' }).selectOption('displayed');
		await page.waitForURL('**/live?reason=displayed');
		expect(await page.getByRole('textbox', { name: 'Account ID' }).inputValue()).toBe('user_a');
		await close();
	});

	it('is accessible', thorough, async () => {
		const { page, close } = await open('/live');
		await tail(page).locator('summary').first().click();
		expect(await findFaults(page)).toEqual([]);
		await close();
	});
});

describe('why', () => {
	it('opens from the row of an event, with the reason and the result of each rule', async () => {
		const { page, close, consoleErrors } = await open('/live?name=report.exported');
		await page.getByRole('link', { name: 'Why, for report.exported' }).first().click();
		await page.getByText('The prompt was displayed.').waitFor();
		const rules = page.getByRole('list', { name: /^Rules of export-experience/ });
		await rules.getByText('limits', { exact: true }).waitFor();
		expect(await rules.getByText('Passed:').count()).toBeGreaterThan(0);
		await page.getByRole('link', { name: 'How did the export go?' }).waitFor();

		await page.getByRole('link', { name: 'Test it now' }).click();
		const now = page.getByRole('list', { name: /^Rules of export-experience/ });
		await now.getByText('Failed:').first().waitFor();
		await page.getByText('This person has seen this prompt as often as it allows.').waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('reports the missing input of a test case, and records nothing', async () => {
		const { page, close } = await open('/test');
		await page.getByRole('button', { name: 'Test' }).click();
		await page.getByText('Enter an account ID.').waitFor();
		await page.getByRole('combobox', { name: 'Account ID' }).fill('user_ada');
		await page.getByRole('combobox', { name: 'Event name' }).fill('nobody.listens');
		await page.getByRole('button', { name: 'Test' }).click();
		await page.getByText('No published prompt is triggered by an event of this name.').waitFor();
		await page.goto(`/sites/${environment.site}/events/live?name=nobody.listens`);
		await page.getByText('No matching events in the last 30 days.').waitFor();
		await close();
	});

	it('for an unknown event gives advice', thorough, async () => {
		const { page, close } = await open(`/${crypto.randomUUID()}`);
		await page.getByText('Events are stored for 30 days').waitFor();
		await close();
	});

	it('is accessible', thorough, async () => {
		const { page, close } = await open('/live?name=report.exported');
		await page.getByRole('link', { name: 'Why, for report.exported' }).first().click();
		await page.getByRole('list', { name: /^Rules of/ }).waitFor();
		expect(await findFaults(page)).toEqual([]);
		await page.goto(`/sites/${environment.site}/events/test`);
		await page.getByRole('button', { name: 'Test' }).click();
		expect(await findFaults(page)).toEqual([]);
		await close();
	});
});
