import type { PromptToDraw } from '@feedback/contract/wire';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

import { launch } from './launch.ts';
import { type Served, serveUi } from './serve.ts';

export type Opened = Awaited<ReturnType<ReturnType<typeof useUi>['open']>>;

/** A browser and the served UI for the tests of one file; every page is closed after its test. */
export function useUi() {
	let served: Served;
	let browser: Browser;
	let pages: Page[] = [];
	beforeAll(async () => {
		[served, browser] = await Promise.all([serveUi(), launch()]);
	});
	afterEach(async () => {
		await Promise.all(pages.map((page) => page.context().close()));
		pages = [];
	});
	afterAll(async () => {
		await browser.close();
		await served.close();
	});

	return {
		/** A page of `serve.ts`, ready to draw on. */
		async open(path = '/', options: BrowserContextOptions & { before?: string } = {}) {
			const { before, ...context } = options;
			const page = await (
				await browser.newContext({ reducedMotion: 'reduce', ...context })
			).newPage();
			pages.push(page);
			const problems: string[] = [];
			page.on('pageerror', ({ message }) => problems.push(message));
			page.on('console', (line) => {
				if (line.type() === 'error' || line.type() === 'warning') problems.push(line.text());
			});
			if (before) await page.addInitScript(before);
			await page.goto(`${served.url}${path}`);
			await page.evaluate('ready');
			return { page, problems, ...driver(page) };
		},
	};
}

function driver(page: Page) {
	const panel: Locator = page.getByRole('dialog').and(page.locator('[part=panel]'));
	return {
		panel,
		/** Draws a prompt and waits until its first question can be seen. */
		async draw(prompt: PromptToDraw, options?: { debug?: boolean }) {
			await page.evaluate(([given, how]) => window.drawPrompt(given, how), [
				prompt,
				options,
			] as const);
			await panel.waitFor();
		},
		press: (name: string | RegExp) => panel.getByRole('button', { name }).click(),
		calls: () => page.evaluate(() => window.calls),
		/** The latest answers that were sent. */
		async answers() {
			const calls = await page.evaluate(() => window.calls);
			return calls.findLast(([name]) => name === 'answer')?.slice(1);
		},
		/** Waits until the prompt has left the page. */
		async gone() {
			await expect.poll(() => page.locator('feedback-prompt').count()).toBe(0);
		},
	};
}
