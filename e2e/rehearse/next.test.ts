import type { Browser, Page } from 'playwright';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { launchChromium } from '../../testing/launch-chromium.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';
import { userAgent } from '../../testing/user-agent.ts';
import { builds, buildIfStale } from '../../server/parts/builds.ts';
import type { Stack } from '../../server/stack/start-stack.ts';
import { readExamples } from '../../site/test/content-files.ts';
import { compileScripts } from '../../site/test/examples/compile.ts';
import { importsNext, scriptsOf } from '../../site/test/examples/scripts-of.ts';
import { installOwnPackages } from '../tools/own-packages.ts';
import { nextApp, serveNext } from './serve-next.ts';

let stack: Stack;
let app: Awaited<ReturnType<typeof serveNext>>;
let browser: Browser;
let sql: Sql;

beforeAll(async () => {
	await installOwnPackages(nextApp);
	await buildIfStale(builds.sdk, () => undefined);
	stack = await startTestStack();
	app = await serveNext(stack.siteId, stack.apiUrl);
	sql = postgres(stack.adminUrl, { max: 1, onnotice() {} });
	browser = await launchChromium();
});

afterAll(async () => {
	await browser?.close();
	await sql?.end();
	await app?.stop();
	await stack?.stop();
});

async function openApp(): Promise<{ page: Page; requests: string[]; complaints: string[] }> {
	const context = await browser.newContext({ userAgent, reducedMotion: 'reduce' });
	onTestFinished(() => context.close());
	const page = await context.newPage();
	const requests: string[] = [];
	const complaints: string[] = [];
	page.on('request', (request) => requests.push(request.url()));
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('console', (message) => {
		if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
	});
	await page.goto(app.url);
	return { page, requests, complaints };
}

const question = (page: Page) =>
	page.getByRole('heading', { name: 'How easy was it to export your report?' });
const toService = (requests: string[]) => requests.filter((url) => url.startsWith(stack.apiUrl));

it('the examples of the documentation for Next.js compile', async () => {
	const scripts = (await readExamples()).flatMap(scriptsOf).filter(importsNext);
	expect(scripts.length).toBeGreaterThan(1);
	expect(compileScripts(scripts, nextApp)).toEqual([]);
});

describe('a Next.js app with init in its client instrumentation file', () => {
	it('sends its events to the service and asks the visitor', async () => {
		const { page, requests, complaints } = await openApp();
		expect(toService(requests)).toEqual([]);
		await page.getByRole('button', { name: 'Export report' }).click();
		await question(page).waitFor();
		expect(toService(requests)[0]).toBe(`${stack.apiUrl}/sdk/events`);
		const stored = await sql<{ name: string; reason: string; format: string }[]>`
			select name, reason::text, properties->>'format' as format from app.event_details`;
		expect([...stored]).toEqual([{ name: 'report.exported', reason: 'displayed', format: 'pdf' }]);
		expect(complaints).toEqual([]);
	});

	it('keeps the prompt and its answers while the app navigates to another page', async () => {
		const { page, complaints } = await openApp();
		await page.getByRole('button', { name: 'Export report' }).click();
		await question(page).waitFor();
		await page.getByRole('link', { name: 'Earlier reports' }).click();
		await page.getByRole('heading', { name: 'Earlier reports' }).waitFor();
		await page.getByRole('radio', { name: '4 of 5' }).check({ force: true });
		await page.getByRole('button', { name: 'Next' }).click();
		await page.getByRole('textbox').fill('Faster, please.');
		await page.getByRole('button', { name: 'Send' }).click();
		await expect
			.poll(async () => [...(await sql`select answers, final from app.responses`)])
			.toEqual([{ answers: { ease: 4, more: 'Faster, please.' }, final: true }]);
		expect(complaints).toEqual([]);
	});
});
