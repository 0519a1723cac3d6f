import type { Browser, Page } from 'playwright';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { launchChromium } from '../../testing/launch-chromium.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';
import { thorough } from '../../testing/thorough.ts';
import type { Stack } from '../../server/stack/start-stack.ts';
import { startSite } from './running-site.ts';
import { askedHost } from './test-docs.ts';

// The service treats the user agent of headless Chromium as a bot.
const userAgent = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';

let stack: Stack;
let docs: string;
let browser: Browser;
let sql: postgres.Sql;

beforeAll(async () => {
	stack = await startTestStack();
	docs = await startSite();
	const { host } = new URL(stack.apiUrl);
	browser = await launchChromium({ args: [`--host-resolver-rules=MAP ${askedHost} ${host}`] });
	sql = postgres(stack.adminUrl, { max: 1, onnotice() {} });
});
afterAll(async () => {
	await sql?.end();
	await browser?.close();
	await stack?.stop();
});

async function open(path: string): Promise<{ page: Page; issues: string[]; asked: string[] }> {
	const context = await browser.newContext({ userAgent, viewport: { width: 1280, height: 800 } });
	const page = await context.newPage();
	const issues: string[] = [];
	const asked: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error') issues.push(message.text());
	});
	page.on('pageerror', (error) => issues.push(error.message));
	page.on('request', (request) => {
		if (new URL(request.url()).hostname === askedHost) asked.push(request.url());
	});
	await page.goto(docs + path, { waitUntil: 'networkidle' });
	return { page, issues, asked };
}

it('asks at the end of a page whether it helped, and stores the answer', thorough, async () => {
	const { page, issues, asked } = await open('/sdk/methods/');
	expect(asked).toEqual([]);
	await page.locator('docs-ask').scrollIntoViewIfNeeded();
	await page.getByRole('radio', { name: 'No' }).press('Space');
	await page.getByRole('button', { name: 'Next' }).click();
	await page.getByRole('textbox').fill('An example for Elm.');
	await page.getByRole('button', { name: /send/i }).click();
	await page.getByText('Thank you!').waitFor();
	await expect
		.poll(() => sql`select answers from app.responses where final`, { timeout: 10_000 })
		.toMatchObject([{ answers: { helped: false, missing: 'An example for Elm.' } }]);
	const [event] = await sql`select properties from app.event_details where name = 'docs.page_read'`;
	expect(event).toMatchObject({ properties: { page: '/sdk/methods/' } });
	expect(issues).toEqual([]);
	await page.context().close();
});

it('does not ask on the landing page and the not-found page', thorough, async () => {
	for (const path of ['/', '/nowhere/at/all/']) {
		const { page, asked } = await open(path);
		expect(await page.locator('docs-ask').count(), path).toBe(0);
		expect(asked).toEqual([]);
		await page.context().close();
	}
});
