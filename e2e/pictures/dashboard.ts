import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, BrowserContext } from 'playwright';

import { signIn } from '../../dashboard/test/environment.ts';
import type { Stack } from '../../server/stack/start-stack.ts';
import { listScenes } from './dashboard-scenes.ts';
import { toWebp } from './to-webp.ts';
import type { Pictured } from './today.ts';

const size = { width: 1280, height: 800 };

/** Takes pictures of the named pages of the dashboard in both themes, as `<scene>-<theme>.webp` in the folder. */
export async function pictureDashboard(
	browser: Browser,
	stack: Stack,
	{ pictured, names, folder }: { pictured: Pictured; names: readonly string[]; folder: string },
): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const scenes = listScenes(pictured).filter(({ name }) => names.includes(name));
	const signedIn = await keepSignIn(browser, stack);
	for (const colorScheme of ['light', 'dark'] as const) {
		const context = await browser.newContext({
			baseURL: stack.dashboardUrl!,
			colorScheme,
			storageState: signedIn,
			viewport: size,
			deviceScaleFactor: 1.5,
			reducedMotion: 'reduce',
		});
		for (const { name, path, height = size.height, act } of scenes) {
			const page = await context.newPage();
			await page.setViewportSize({ ...size, height });
			await page.goto(path);
			await act(page);
			// Move the mouse away, and wait until fonts and charts are loaded.
			await page.mouse.move(0, 0);
			await page.waitForTimeout(800);
			const png = await page.screenshot();
			writeFileSync(join(folder, `${name}-${colorScheme}.webp`), await toWebp(png));
			await page.close();
		}
		await context.close();
	}
}

async function keepSignIn(
	browser: Browser,
	stack: Stack,
): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
	const context = await browser.newContext({ baseURL: stack.dashboardUrl! });
	await signIn(await context.newPage(), stack);
	const state = await context.storageState();
	await context.close();
	return state;
}
