import type { Browser, Page } from 'playwright';

import { userAgent } from '../../../testing/user-agent.ts';
import { answerExport } from '../../journeys/answer-export.ts';

/** A visitor opens an app, exports a report, and answers the prompt. */
export async function exportAndAnswer(browser: Browser, url: string, text: string): Promise<void> {
	const context = await browser.newContext({ userAgent });
	context.setDefaultTimeout(60_000);
	try {
		const page = await context.newPage();
		await page.goto(url);
		await exportReport(page);
		await answerExport(page, text);
	} finally {
		await context.close();
	}
}

/** A click before the app has started does nothing, as for any visitor, so wait until its scripts are there. */
async function exportReport(page: Page): Promise<void> {
	await page.waitForLoadState('networkidle');
	await page.getByRole('button', { name: 'Export report' }).click();
}
