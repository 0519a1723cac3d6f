import type { Browser } from 'playwright';

import { userAgent } from '../../testing/user-agent.ts';
import type { Stack } from '../../server/stack/start-stack.ts';
import { toWebp } from './to-webp.ts';

/** Takes pictures of the example app with a prompt in its corner, by theme. */
export async function pictureExampleApp(
	browser: Browser,
	stack: Stack,
): Promise<Record<'light' | 'dark', Buffer>> {
	return {
		light: await pictureIn('light', browser, stack),
		dark: await pictureIn('dark', browser, stack),
	};
}

async function pictureIn(
	colorScheme: 'light' | 'dark',
	browser: Browser,
	stack: Stack,
): Promise<Buffer> {
	const context = await browser.newContext({
		userAgent,
		colorScheme,
		viewport: { width: 1280, height: 720 },
		deviceScaleFactor: 1.5,
		reducedMotion: 'reduce',
	});
	const app = await context.newPage();
	await app.goto(stack.exampleUrl!);
	await app.getByRole('button', { name: 'Export report' }).click();
	await app.getByRole('radio', { name: '4 of 5' }).press('Space');
	await app.mouse.move(0, 0);
	await app.waitForTimeout(800);
	const picture = await toWebp(await app.screenshot());
	await context.close();
	return picture;
}
