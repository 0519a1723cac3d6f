import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright';

import { userAgent } from '../../testing/user-agent.ts';
import type { Stack } from '../../server/stack/start-stack.ts';
import { toWebp } from './to-webp.ts';

/** Pictures the example app with a prompt in its corner, in both themes, as `app-<theme>.webp` in the folder. */
export async function pictureExampleApp(
	browser: Browser,
	stack: Stack,
	{ folder }: { folder: string },
): Promise<void> {
	for (const colorScheme of ['light', 'dark'] as const) {
		const context = await browser.newContext({
			...{ userAgent, colorScheme, viewport: { width: 1280, height: 720 } },
			...{ deviceScaleFactor: 1.5, reducedMotion: 'reduce' },
		});
		const app = await context.newPage();
		await app.goto(stack.exampleUrl!);
		await app.getByRole('button', { name: 'Export report' }).click();
		await app.getByRole('radio', { name: '4 of 5' }).press('Space');
		await app.mouse.move(0, 0);
		await app.waitForTimeout(800);
		writeFileSync(join(folder, `app-${colorScheme}.webp`), await toWebp(await app.screenshot()));
		await context.close();
	}
}
