import type { Browser, Page } from 'playwright';

import { userAgent } from '../../testing/user-agent.ts';
import type { Stack } from '../../server/stack/start-stack.ts';

const size = { width: 720, height: 640 };

/** The prompt in the example app, next to the dashboard that received its answer; a PNG. */
export async function pictureFirstAnswer(browser: Browser, stack: Stack): Promise<Buffer> {
	const context = await browser.newContext({ userAgent, viewport: size, deviceScaleFactor: 2 });
	const app = await context.newPage();
	await app.goto(stack.exampleUrl!);
	await app.getByRole('button', { name: 'Export report' }).click();
	await app.getByRole('radio', { name: '4 of 5' }).press('Space');
	await app.waitForTimeout(600);
	const asked = await app.screenshot();
	await app.getByRole('button', { name: /next|send|skip/i }).click();
	await app.getByRole('textbox').fill('The PDF was ready before my coffee.');
	await app.getByRole('button', { name: /next|send/i }).click();

	const dashboard = await context.newPage();
	await dashboard.goto(stack.demoUrl!);
	await dashboard.getByRole('button', { name: /demo/i }).click();
	// The overview quotes the text too.
	const answer = dashboard.getByText('4 of 5', { exact: true });
	await answer.waitFor();
	// Scroll to the middle: at the lower edge, the bar of a phone would cover the answer.
	await answer.evaluate((element) => element.scrollIntoView({ block: 'center' }));
	await dashboard.waitForTimeout(600);
	const arrived = await dashboard.screenshot();
	const picture = await sideBySide(await context.newPage(), [asked, arrived]);
	await context.close();
	return picture;
}

async function sideBySide(page: Page, pictures: Buffer[]): Promise<Buffer> {
	const images = pictures.map(
		(png) => `<img src="data:image/png;base64,${png.toString('base64')}">`,
	);
	await page.setViewportSize({ width: size.width * 2 + 96, height: size.height + 64 });
	await page.setContent(`<!doctype html><style>
		body { margin: 0; padding: 32px; display: flex; gap: 32px; background: #e8eaf0 }
		img { width: ${size.width}px; border-radius: 12px; box-shadow: 0 8px 32px #0002 }
	</style>${images.join('')}`);
	return page.screenshot();
}
