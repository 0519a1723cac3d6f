import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { launchShell } from '../../../testing/launch-chromium.ts';
import { findViolations } from '../find-violations.ts';
import { startSite } from '../running-site.ts';
import { type Manifest, serverFiles } from '../../src/server/manifest.ts';

const folder = inject('plainSite');
const { pages } = JSON.parse(readFileSync(join(folder, serverFiles.manifest), 'utf8')) as Manifest;
const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 900 };

let base: string;
let browser: Browser;

beforeAll(async () => {
	base = await startSite(folder);
	browser = await launchShell();
});
afterAll(() => browser?.close());

it.each(Object.keys(pages))('%s is accessible, and fits a phone', async (path) => {
	const issues: string[] = [];
	for (const [colorScheme, viewport] of [
		['light', desktop],
		['dark', phone],
	] as const) {
		const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
		const page = await context.newPage();
		await page.goto(base + path);
		// Measure the final contrast: the home page's prompt is drawn once it is in view, and fades in.
		if (path === '/') {
			await page.locator('docs-live-prompt').scrollIntoViewIfNeeded();
			await page.getByRole('radio', { name: '5 of 5' }).waitFor();
		}
		const found = await findViolations(page);
		const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		if (overflow > 0) found.push(`${overflow} pixels too wide`);
		issues.push(...found.map((issue) => `${colorScheme}, ${viewport.width} pixels: ${issue}`));
		await context.close();
	}
	expect(issues).toEqual([]);
});
