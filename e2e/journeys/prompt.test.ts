import { mkdirSync } from 'node:fs';

import type { Browser, BrowserContext } from 'playwright';
import postgres, { type Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { launchChromium } from '../../testing/launch-chromium.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';
import { userAgent } from '../../testing/user-agent.ts';
import { thorough } from '../../testing/thorough.ts';
import { builds, buildIfStale } from '../../server/parts/builds.ts';
import type { Stack } from '../../server/stack/start-stack.ts';
import { openTab, readNotices, readVisitor, report, startApp, visit } from './app.ts';

let stack: Stack;
let app: Awaited<ReturnType<typeof startApp>>;
let browser: Browser;
let sql: Sql;
let context: BrowserContext;

beforeAll(async () => {
	await buildIfStale(builds.sdk, () => undefined);
	[stack, browser] = await Promise.all([startTestStack(), launchChromium()]);
	app = await startApp(stack.apiUrl);
	sql = postgres(stack.adminUrl, { max: 1, onnotice() {} });
});

afterAll(async () => {
	await sql?.end();
	await app?.stop();
	await browser?.close();
	await stack?.stop();
});

beforeEach(async () => {
	context = await browser.newContext({
		userAgent,
		reducedMotion: 'reduce',
		viewport: { width: 1_000, height: 700 },
	});
	context.setDefaultTimeout(15_000);
});

afterEach(() => context.close());

const open = (path = '/') => openTab(context, app.url + path, stack.siteId);

const findEvents = (visitor: string) => sql<{ name: string; reason: string | null }[]>`
	select e.name, e.reason::text from app.event_details e
	where e.visitor_id = ${visitor} order by e.id`;

const findDisplays = (visitor: string) => sql<{ state: string }[]>`
	select d.state from app.displays d where d.visitor_id = ${visitor} order by d.reserved_at`;

const findAnswers = (visitor: string) => sql<{ answers: object; final: boolean }[]>`
	select r.answers, r.final from app.responses r where r.visitor_id = ${visitor}`;

/** Saves a screenshot when SCREENSHOTS names a folder. */
async function keepPicture(name: string): Promise<void> {
	const folder = process.env['SCREENSHOTS'];
	if (!folder) return;
	mkdirSync(folder, { recursive: true });
	for (const [index, page] of context.pages().entries()) {
		await page.screenshot({ path: `${folder}/${name}-${index}.png` });
	}
}

describe('one event', () => {
	it('leads to one prompt, one answer and one row; the next event leads to none', async () => {
		const page = await open();
		expect(await report(page, 'report.exported', { format: 'pdf' })).toBe(true);
		await keepPicture('asked');
		await page.getByRole('radio', { name: '4 of 5' }).check({ force: true });
		await page.getByRole('button', { name: 'Next' }).click();
		await page.getByRole('textbox').fill('It could be faster.');
		await keepPicture('writing');
		await page.getByRole('button', { name: 'Send' }).click();
		await expect.poll(() => readNotices(page)).toContain('answered');
		await keepPicture('thanked');
		const visitor = await readVisitor(page);
		await expect
			.poll(() => findAnswers(visitor))
			.toEqual([{ answers: { ease: 4, more: 'It could be faster.' }, final: true }]);
		expect(await findDisplays(visitor)).toEqual([{ state: 'answered' }]);

		expect(await report(page, 'report.exported', { format: 'pdf' })).toBe(false);
		expect((await readNotices(page)).at(-1)).toMatch(/^reason:(seen_limit|answered)$/);
		expect((await findEvents(visitor)).map(({ name }) => name)).toEqual([
			'report.exported',
			'report.exported',
		]);
	});

	it('reported by two tabs concurrently shows exactly one prompt', async () => {
		const tabs = [await open('/one'), await open('/two')];
		const shown = await Promise.all(tabs.map((page) => report(page, 'report.exported')));
		expect(shown.filter(Boolean).length).toBe(1);
		const visitor = await readVisitor(tabs[0]!);
		await expect.poll(() => findDisplays(visitor)).toEqual([{ state: 'displayed' }]);
		expect((await findEvents(visitor)).length).toBe(2);
	});

	it('that is malformed is rejected in the browser and never stored', async () => {
		const page = await open();
		expect(await report(page, 'not a name')).toBe(false);
		expect(await readNotices(page)).toEqual(['error:invalid_name']);
		expect(await findEvents(await readVisitor(page))).toEqual([]);
	});
});

describe('an outage', () => {
	it('drops the prompt but not the event, which arrives later without a prompt', async () => {
		const page = await open();
		const comeBack = await stack.takeDown('gateway');
		try {
			expect(await report(page, 'report.exported')).toBe(false);
			expect(await readNotices(page)).toEqual(['error:network']);
		} finally {
			await comeBack();
		}
		const visitor = await readVisitor(page);
		await expect
			.poll(() => findEvents(visitor))
			.toEqual([{ name: 'report.exported', reason: null }]);
		expect(await findDisplays(visitor)).toEqual([]);
		expect(await page.getByRole('radio').count()).toBe(0);
		// No prompt was displayed, so the next event may display one.
		expect(await report(page, 'report.exported')).toBe(true);
	});

	it('of the database is reported as an outage of the service', async () => {
		const page = await open();
		await report(page, 'app.opened');
		const comeBack = await stack.takeDown('postgres');
		try {
			expect(await report(page, 'report.exported')).toBe(false);
			expect((await readNotices(page)).at(-1)).toMatch(/^error:(unavailable|internal|timeout)$/);
		} finally {
			await comeBack();
		}
		const visitor = await readVisitor(page);
		await expect.poll(async () => (await findEvents(visitor)).length).toBe(2);
		expect(await findDisplays(visitor)).toEqual([]);
	});
});

describe('a prompt with a delay', () => {
	it('is still displayed after a navigation', thorough, async () => {
		const page = await open();
		await page.evaluate(() => window.Feedback!.identify(`user-${Date.now()}`, { plan: 'pro' }));
		void report(page, 'plan.changed').catch(() => undefined);
		await expect.poll(() => readNotices(page)).toContain('reason:waiting');
		await visit(page, `${app.url}/elsewhere`, stack.siteId);
		await expect.poll(() => readNotices(page)).toContain('displayed');
		await keepPicture('delayed');
		await expect.poll(() => page.getByRole('radio').count()).toBe(4);
	});

	it('reported in two tabs is displayed in one', thorough, async () => {
		const tabs = [await open(), await open()];
		await tabs[0]!.evaluate(() => window.Feedback!.identify(`user-${Date.now()}`, { plan: 'pro' }));
		await report(tabs[0]!, 'app.opened');
		const shown = await Promise.all(tabs.map((page) => report(page, 'plan.changed')));
		expect(shown.filter(Boolean).length).toBe(1);
	});
});

describe('show', () => {
	it('requests one prompt and records no event', async () => {
		const page = await open();
		expect(await page.evaluate(() => window.Feedback!.show('quick-poll'))).toBe(true);
		await keepPicture('poll');
		const visitor = await readVisitor(page);
		await expect.poll(() => findDisplays(visitor)).toEqual([{ state: 'displayed' }]);
		expect(await findEvents(visitor)).toEqual([]);
	});

	it('of an unknown prompt resolves to an ordinary refusal', async () => {
		const page = await open();
		expect(await page.evaluate(() => window.Feedback!.show('no-such-prompt'))).toBe(false);
	});
});
