import type { PromptToDraw } from '@feedback/contract/wire';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

import { launch } from './launch.ts';
import { type Served, serveUi } from './serve.ts';

export type Opened = Awaited<ReturnType<ReturnType<typeof useUi>['open']>>;

type Options = BrowserContextOptions & {
	/** Script that runs before the page's scripts. */
	before?: string;
	/** Whether only this test uses the page, because it sets a clock, a size or a route. */
	own?: boolean;
};

/**
 * A browser and the served UI for the tests of one file. Later tests with the same options reuse a page,
 * because a new page costs a process.
 */
export function useUi() {
	let served: Served;
	let browser: Browser;
	/** Pages that no test uses at the moment, by the options of their context. */
	const idle = new Map<string, Page[]>();
	let leaving: (() => Promise<void>)[] = [];
	beforeAll(async () => {
		[served, browser] = await Promise.all([serveUi(), launch()]);
	});
	afterEach(async () => {
		await Promise.all(leaving.map((leave) => leave()));
		leaving = [];
	});
	afterAll(async () => {
		await browser.close();
		await served.close();
	});

	const newPage = async (options: BrowserContextOptions) =>
		(await browser.newContext({ reducedMotion: 'reduce', ...options })).newPage();

	return {
		/** A page of `serve.ts`, ready to draw on. */
		async open(path = '/', { before, own = before !== undefined, ...options }: Options = {}) {
			const key = JSON.stringify(options);
			const page = (own ? undefined : idle.get(key)?.pop()) ?? (await newPage(options));
			leaving.push(async () => {
				if (own) return page.context().close();
				page.removeAllListeners();
				await page.goto('about:blank');
				idle.set(key, [...(idle.get(key) ?? []), page]);
			});
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
		/** Waits until the prompt has loaded what it needs after its first frame. */
		async completed() {
			const sheets = () =>
				page
					.locator('feedback-prompt')
					.evaluate(({ shadowRoot }) =>
						shadowRoot!.adoptedStyleSheets.some(({ cssRules }) =>
							[...cssRules].some(({ cssText }) => cssText.startsWith('.thanks')),
						),
					);
			await expect.poll(sheets).toBe(true);
		},
		/** The latest answers that were sent. */
		async answers() {
			const calls = await page.evaluate(() => window.calls);
			return calls.findLast(([name]) => name === 'answer')?.slice(1);
		},
		/** Waits until the prompt has been removed from the page. */
		async gone() {
			await expect.poll(() => page.locator('feedback-prompt').count()).toBe(0);
		},
	};
}
