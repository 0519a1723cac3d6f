import { readFileSync } from 'node:fs';

import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { findViolations } from '../axe.ts';
import { folder, listScenes, openPage, pictureName, show } from '../gallery.ts';
import { launch } from '../launch.ts';
import { type Served, serveUi } from '../serve.ts';
import { compare, testScenes, tolerated } from './test-scenes.ts';

testScenes();

let served: Served;
let browser: Browser;
let canvas: Page;
beforeAll(async () => {
	[served, browser] = await Promise.all([serveUi(), launch()]);
	canvas = await browser.newPage();
});
afterAll(async () => {
	await browser.close();
	await served.close();
});

test('another question counts as different', async () => {
	const [first, second] = listScenes().map((scene) =>
		readFileSync(new URL(pictureName(scene), folder)),
	);
	expect(await compare(canvas, first!, second!)).toBeGreaterThan(tolerated);
});

test('axe finds a violation when there is one', async () => {
	const [scene] = listScenes();
	const page = await openPage(browser, served.url, scene!);
	const violations = await show(page, scene!, async () => {
		await page.locator('[part=close]').evaluate((close) => close.removeAttribute('aria-label'));
		return findViolations(page);
	});
	expect(violations.join()).toContain('button-name');
});
