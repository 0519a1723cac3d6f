import type { Page } from 'playwright';
import { expect, onTestFailed } from 'vitest';

/** Prints what a page shows and what its console printed, if the running test fails. */
export function showFailedPage(page: Page, consoleErrors: readonly string[]): void {
	// Pages that several tests share are opened before the first one.
	if (expect.getState().currentTestName === undefined) return;
	onTestFailed(async () => {
		if (page.isClosed()) return;
		const text = await page.locator('body').innerText({ timeout: 5_000 });
		console.error([`The page ${page.url()} shows:`, text, ...consoleErrors].join('\n'));
	});
}
