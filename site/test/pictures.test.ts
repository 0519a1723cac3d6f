import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launchShell } from '../../testing/launch-chromium.ts';
import { thorough } from '../../testing/thorough.ts';
import { startSite } from './running-site.ts';

let base: string;
let browser: Browser;

beforeAll(async () => {
	base = await startSite();
	browser = await launchShell();
});
afterAll(() => browser.close());

async function openPage(options: BrowserContextOptions, path: string): Promise<Page> {
	const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
	await page.goto(base + path);
	return page;
}

const pictures = (page: Page) => page.locator('docs-picture a:visible');

describe('a picture', thorough, () => {
	it.each(['light', 'dark'] as const)(
		'is shown whole above the page by the keyboard alone, %s',
		async (colorScheme) => {
			const page = await openPage({ colorScheme }, '/dashboard/prompts/');
			const link = pictures(page).first();
			await link.press('Enter');
			const whole = page.getByRole('dialog').getByRole('img');
			await whole.waitFor();
			const file = await link.getAttribute('href');
			expect(file).toContain(`-${colorScheme}.`);
			expect(await whole.getAttribute('src')).toContain(file);
			expect(await whole.getAttribute('alt')).toContain('The prompt editor');
			const axe = createRequire(import.meta.url).resolve('axe-core');
			await page.evaluate(await readFile(axe, 'utf8'));
			type Axe = { run: () => Promise<{ violations: { id: string }[] }> };
			const { violations } = await page.evaluate(() =>
				(globalThis as unknown as { axe: Axe }).axe.run(),
			);
			expect(violations.map(({ id }) => id)).toEqual([]);
			await page.keyboard.press('Escape');
			await whole.waitFor({ state: 'detached' });
			expect(await link.evaluate((node) => node === document.activeElement)).toBe(true);
			await page.close();
		},
	);

	it('is closed by its button, and by a click outside it', async () => {
		const page = await openPage({}, '/prompts/questions/');
		for (const close of [
			() => page.getByRole('button', { name: 'Close' }).click(),
			() => page.mouse.click(4, 4),
		]) {
			await pictures(page).first().click();
			await page.getByRole('dialog').waitFor();
			await close();
			await page.getByRole('dialog').waitFor({ state: 'detached' });
		}
		await page.close();
	});

	it('is a link to its file without scripts, and on a phone, so that it can be zoomed', async () => {
		for (const options of [
			{ javaScriptEnabled: false },
			{ viewport: { width: 390, height: 844 } },
		]) {
			const page = await openPage(options, '/dashboard/prompts/');
			await pictures(page).first().click();
			await page.waitForURL(/\/_astro\/editor-[^/]*\.webp$/);
			await page.close();
		}
	});

	it('is in the Markdown form once, without a link around it', async () => {
		const text = await (await fetch(`${base}/dashboard/prompts/index.md`)).text();
		expect(text).toMatch(/^!\[The prompt editor[^\]]*\]\([^)]*editor-light[^)]*\)$/m);
		expect(text).not.toContain('[![');
	});
});
