import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connectDatabase } from '../../server/postgres/connect.ts';
import { thorough } from '../../testing/thorough.ts';
import {
	findAxeViolations,
	findFaults,
	getHorizontalOverflow,
	setLook,
	usualLooks,
} from './accessibility.ts';
import { giveResponses } from './add-past-responses.ts';
import { openPage, startEnvironment, storeSignIn } from './environment.ts';
import type { OwnEnvironment } from './environment.ts';
import { connectProgram, listSites, signInByApi } from './program.ts';
import type { Storage } from './reusable-pages.ts';
import { createVisitor } from './visitor.ts';

let environment: OwnEnvironment;
/** A browser's storage in which the demo person is signed in. */
let signedIn: Storage;

beforeAll(async () => {
	environment = await startEnvironment();
	signedIn = await storeSignIn(environment.stack);
});
afterAll(() => environment?.close());

async function openOverview(options: Parameters<typeof openPage>[1] = {}) {
	const opened = await openPage(environment, { storageState: signedIn, ...options });
	await opened.page.goto('/');
	await opened.page.getByText('Live', { exact: true }).waitFor();
	return opened;
}

const events = (page: Page) => page.getByRole('region', { name: 'Events' });
const responses = (page: Page) => page.getByRole('region', { name: 'Responses' });
const changes = (page: Page) => page.getByRole('region', { name: 'What changed' });
const figure = (page: Page, name: string) =>
	page.locator('dl > div', { has: page.getByText(name, { exact: true }) });

describe('the overview of a site without events', () => {
	it('explains how to report an event, with the ID and URL of the site', async () => {
		const { page, close } = await openOverview({
			permissions: ['clipboard-read', 'clipboard-write'],
		});
		const snippet = events(page).getByLabel('Snippet that reports an event');
		const code = await snippet.textContent();
		expect(code).toContain(`siteId: '${environment.stack.siteId}'`);
		expect(code).toContain(`apiUrl: '${environment.stack.apiUrl}'`);
		await events(page).getByRole('button', { name: 'Copy the snippet' }).click();
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
		// Like a page without https, which has no clipboard.
		const clipboard = await page.evaluateHandle(() => navigator.clipboard);
		await clipboard.evaluate((without) => without.writeText('before'));
		await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })');
		await events(page).getByRole('button', { name: 'Copy the snippet' }).click();
		await events(page).getByText('Copied', { exact: true }).waitFor({ state: 'attached' });
		expect(await clipboard.evaluate((without) => without.readText())).toBe(code);
		await responses(page).getByText('No responses yet').waitFor();
		await close();
	});

	it('requests the account and the sites once', thorough, async () => {
		const { page, close } = await openOverview();
		const asked: string[] = [];
		page.on('request', (request) => {
			const { pathname } = new URL(request.url());
			if (request.method() === 'GET' && /\/(whoami|sites)$/.test(pathname)) asked.push(pathname);
		});
		await page.reload();
		await page.getByText('Live', { exact: true }).waitFor();
		await page.getByRole('region', { name: 'Live prompts' }).waitFor();
		expect(asked.filter((path) => path.endsWith('/manage/whoami'))).toHaveLength(1);
		expect(asked.filter((path) => path.endsWith('/sites'))).toHaveLength(1);
		await close();
	});

	it('says what is live, and folds away prompts without displays', async () => {
		const { page, close } = await openOverview();
		await page.getByText('This page updates automatically').waitFor();
		await changes(page)
			.getByText(/^Nothing can be compared yet/)
			.waitFor();
		const live = page.getByRole('region', { name: 'Live prompts' });
		const prompt = live.getByRole('link', { name: 'Why did they upgrade?' });
		const folded = live.getByText(/\d+ live prompts without displays in\s+the last 30 days/);
		await folded.waitFor();
		expect(await prompt.isVisible()).toBe(false);
		await folded.click();
		expect(await prompt.getAttribute('href')).toMatch(/\/results$/);
		await close();
	});

	it('is accessible', thorough, async () => {
		const { page, close, consoleErrors } = await openOverview();
		expect(await findFaults(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('an event', () => {
	it('appears automatically, with its decision', async () => {
		const { page, close, consoleErrors } = await openOverview();
		const visitor = createVisitor(environment.stack, 'user_ada');
		await visitor.report('invoice.paid', { amount: 12.5, currency: 'EUR' });
		const row = events(page).getByRole('listitem').filter({ hasText: 'invoice.paid' });
		await row.getByText('No published prompt is triggered by this event.').waitFor();
		await row.getByText('user_ada').waitFor();
		await row.locator('summary').press('Enter');
		await row.getByText(visitor.id).waitFor();
		await row.getByText('"amount": 12.5').waitFor();
		await row.getByText('as reported by the browser').waitFor();

		await visitor.report('report.exported', { format: 'pdf' });
		const shown = events(page).getByRole('listitem').filter({ hasText: 'report.exported' });
		await shown.getByText('The prompt was displayed.').waitFor();
		await shown.getByText('export-experience', { exact: true }).first().waitFor();
		await figure(page, 'Response rate').getByText('0 of 1', { exact: true }).waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('is shown without markup', async () => {
		const { page, close, consoleErrors } = await openOverview();
		const hostile = '"><img src=x onerror="document.title=1"><b>bold</b>';
		await createVisitor(environment.stack, hostile).report('hostile.text', { [hostile]: hostile });
		const row = events(page).getByRole('listitem').filter({ hasText: 'hostile.text' });
		await row.locator('summary').click();
		expect(await row.getByText(hostile).count()).toBeGreaterThanOrEqual(3);
		expect(await row.locator('img, b').count()).toBe(0);
		expect(await page.title()).toBe('Overview · Feedback');
		expect(await getHorizontalOverflow(page)).toBe(0);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('that is older is shown on request', thorough, async () => {
		const visitor = createVisitor(environment.stack);
		for (let number = 1; number <= 40; number += 1) await visitor.report(`step.n${number}`);
		const { page, close } = await openOverview();
		const rows = events(page).getByRole('listitem');
		await expect.poll(() => rows.count()).toBe(10);
		const older = events(page).getByRole('button', { name: 'Show older events' });
		for (const number of [20, 1]) {
			await older.click();
			await rows.filter({ hasText: new RegExp(`step\\.n${number}\\b`) }).waitFor();
		}
		const texts = await rows.locator('summary').allTextContents();
		const numbers = texts.flatMap((text) => /step\.n(\d+)/.exec(text)?.[1] ?? []).map(Number);
		expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => 40 - index));
		await close();
	});
});

describe('a response', () => {
	it('appears while it is partial, and becomes final', async () => {
		const { page, close, consoleErrors } = await openOverview();
		await createVisitor(environment.stack, 'user_grace').answer('quick-poll', [
			{ answers: { recommend: 9 }, final: false },
		]);
		const partial = responses(page).getByRole('listitem').filter({ hasText: 'user_grace' });
		await partial.getByText('partial').waitFor();
		await partial.getByText('How likely are you to recommend Reports?').waitFor();
		await partial.getByText(/^9\sof 10$/).waitFor();
		await partial.getByText('plan', { exact: true }).waitFor();

		await createVisitor(environment.stack, 'user_alan').answer('quick-poll', [
			{ answers: { recommend: 0 }, final: false },
			{ answers: { recommend: 0, why: '<i>slow</i>\nvery' }, final: true },
		]);
		const final = responses(page).getByRole('listitem').filter({ hasText: 'user_alan' });
		await final.getByText('<i>slow</i>').waitFor();
		expect(await final.getByText('partial').count()).toBe(0);
		await figure(page, 'Responses').getByText('2', { exact: true }).waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('the command palette', () => {
	it('pauses a prompt, changes the theme and finds a visitor', async () => {
		const { page, close, consoleErrors } = await openOverview();
		const command = async (text: string, name: RegExp) => {
			await page.keyboard.press('Control+k');
			await page.getByRole('combobox', { name: 'Search, or run a command' }).fill(text);
			await page.getByRole('option', { name, selected: true }).waitFor();
			await page.keyboard.press('Enter');
		};
		const main = page.getByRole('main');
		await command('pause upgrade', /^Pause .* upgrade-reason$/);
		await page.waitForURL('**/revisions');
		await main.getByText('paused', { exact: true }).first().waitFor();
		await command('resume upgrade', /^Resume .* upgrade-reason$/);
		await main.getByText('published', { exact: true }).first().waitFor();
		// A reload repeats nothing.
		await page.reload();
		await main.getByText('published', { exact: true }).first().waitFor();
		await command('dark', /^Theme: Dark$/);
		// The palette closes first.
		await expect
			.poll(() => page.evaluate(() => document.documentElement.dataset['theme']))
			.toBe('dark');
		expect(consoleErrors).toEqual([]);
		// There is no visitor with that ID, which the browser logs as a 404.
		await command('user_zed', /^Go to the visitor with account ID “user_zed”$/);
		await page.waitForURL('**/visitors?account=user_zed');
		await command('theme as', /^Theme: As the system$/);
		await close();
	});

	it('opens again with a key pressed while a command runs', async () => {
		const { page, close } = await openOverview();
		await page.evaluate(() => {
			const press = () => dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
			new MutationObserver((_, observer) => {
				observer.disconnect();
				press();
			}).observe(document.documentElement, { attributeFilter: ['data-theme'] });
		});
		await page.keyboard.press('Control+k');
		const field = page.getByRole('combobox', { name: 'Search, or run a command' });
		await field.fill('dark');
		await page.keyboard.press('Enter');
		await page.locator('html[data-theme=dark]').waitFor();
		await expect.poll(() => field.inputValue({ timeout: 1_000 }).catch(() => 'closed')).toBe('');
		await close();
	});
});

describe('the overview of a busy site', () => {
	it('shows how the score of a live prompt changed, and is accessible', thorough, async () => {
		const answers = (recommend: number, daysAgo: number) =>
			Array.from({ length: 40 }, () => ({ answers: { recommend }, daysAgo }));
		await giveResponses(environment.stack, 'quick-poll', [...answers(10, 0), ...answers(3, 10)]);
		const { page, close } = await openOverview();
		await page.getByLabel('Period of the overview').selectOption('Last 7 days');
		await page.waitForURL('**/overview?days=7');
		const change = changes(page).getByRole('listitem').filter({ hasText: 'NPS' });
		await change.getByText(/NPS rose by \d+ to \d+ points, from −100 to \+\d+\.$/).waitFor();
		const counted = change.getByRole('link', { name: /answers$/ });
		expect(await counted.getAttribute('href')).toMatch(/\/responses\?prompt=.*&from=/);
		const row = page
			.getByRole('region', { name: 'Table of scores' })
			.getByRole('row', { name: /How likely are you to recommend Reports/ });
		await row.getByText(/^Higher by \d+ to \d+ points\.$/).waitFor();
		await row.getByRole('img', { name: /^NPS: −100, then \+\d+$/ }).waitFor();
		const link = row.getByRole('link', { name: 'Quick poll' });
		expect(await link.getAttribute('href')).toMatch(/\/results$/);
		const before = figure(page, 'Responses').getByText('40 in the period before');
		await before.waitFor();
		const list = figure(page, 'Responses').getByRole('link');
		const shown = Number(await list.textContent());
		await list.click();
		await page.waitForURL(/\/responses\?period=custom&from=/);
		await page.getByRole('heading', { level: 1, name: 'Responses' }).waitFor();
		expect(shown).toBeGreaterThan(40);
		await page.goBack();
		await row.waitFor();
		await events(page).locator('summary').first().click();
		expect(await findFaults(page)).toEqual([]);
		for (const look of usualLooks) {
			await setLook(page, look);
			for (const name of [/switch site/, 'Your account']) {
				await page.getByRole('button', { name }).click();
				await page.getByRole('menu').waitFor();
				expect(await findAxeViolations(page, { within: '[role=menu]' })).toEqual([]);
				await page.keyboard.press('Escape');
				await page.getByRole('menu').waitFor({ state: 'detached' });
			}
		}
		await close();
	});

	it('has one line for the setup once a visitor has answered', thorough, async () => {
		const { page, close } = await openOverview();
		const checklist = page.getByRole('region', { name: 'Set up the rest' });
		await checklist.getByText('5 of 7 done').waitFor();
		await checklist.getByRole('link', { name: 'Invite' }).waitFor();
		expect(await checklist.getByRole('listitem').count()).toBe(0);
		expect((await checklist.boundingBox())!.height).toBeLessThan(60);
		expect(await findFaults(page)).toEqual([]);
		await checklist.getByRole('button', { name: / done$/ }).click();
		expect(await checklist.getByRole('listitem').count()).toBe(7);
		await close();
	});

	it('shows the newest words of the period, and what waits for a decision', async () => {
		const person = await signInByApi(environment.stack);
		const program = await connectProgram(environment.stack, person, 'laptop (linux)');
		const [site = ''] = await listSites(person);
		const { items } = await person.listPrompts({ site, content: true });
		await program.createPrompt({ site, content: items[0]!.content! }).catch(() => undefined);
		for (const why of ['Long ago', '<b>Too slow</b>']) {
			await createVisitor(environment.stack, `user_${why.length}`).answer('quick-poll', [
				{ answers: { recommend: 2, why }, final: true },
			]);
		}
		const sql = connectDatabase(environment.stack.adminUrl);
		await sql`
			update app.text_answers set answered_at = now() - interval '40 days' where text = 'Long ago'`;
		await sql.end();
		const { page, close } = await openOverview();
		const words = page.getByRole('region', { name: 'Newest words' });
		await words.getByRole('link', { name: /<b>Too slow<\/b>/ }).waitFor();
		expect(await words.getByText('Long ago').count()).toBe(0);
		const waiting = page.getByRole('region', { name: 'Waiting for a decision' });
		await waiting.getByRole('link', { name: /request for your approval/ }).waitFor();
		await waiting.getByRole('link', { name: /texts in the inbox/ }).click();
		await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
		await close();
	});

	it('shows each response with the questions that it answered', async () => {
		const person = await signInByApi(environment.stack);
		const [site = ''] = await listSites(person);
		const { items } = await person.listPrompts({ site, content: true });
		const { id, content } = items.find(({ survey_id }) => survey_id === 'quick-poll')!;
		const reworded = structuredClone(content!);
		reworded.questions[0]!.title = 'Would you recommend Reports to a colleague?';
		await person.saveRevision({ site, prompt: id, content: reworded });
		await giveResponses(environment.stack, 'quick-poll', [
			{ answers: { recommend: 9 }, revision: 1 },
			{ answers: { recommend: 9 }, revision: 2 },
		]);
		const { page, close } = await openOverview();
		await responses(page).getByText(reworded.questions[0]!.title).waitFor();
		const row = responses(page).getByRole('listitem').filter({ hasText: 'revision 1' }).first();
		await row.getByText('How likely are you to recommend Reports?').waitFor();
		await close();
	});

	it('remembers the theme', thorough, async () => {
		const { page, close } = await openOverview({ colorScheme: 'light' });
		const ground = () =>
			page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
		const light = await ground();
		await page.getByRole('button', { name: /^Your account/ }).click();
		await page.getByRole('menuitemradio', { name: 'Dark' }).click();
		expect(await ground()).not.toBe(light);
		await page.reload();
		expect(await ground()).not.toBe(light);
		await close();
	});

	it('reports an outage, and recovers', thorough, async () => {
		const { page, close } = await openOverview();
		const bringBack = await environment.stack.takeDown('functions');
		await page.getByText('Reconnecting.').waitFor();
		expect(await events(page).getByRole('listitem').count()).toBeGreaterThan(0);
		await bringBack();
		await page.getByText('Live', { exact: true }).waitFor();
		await createVisitor(environment.stack).report('after.outage');
		await events(page).getByText('after.outage').waitFor();
		await close();
	});
});
