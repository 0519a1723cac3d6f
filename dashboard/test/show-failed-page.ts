import type { Page } from 'playwright';
import { onTestFailed } from 'vitest';

/** Prints what a page shows and what its console printed, if the running test fails. */
export function showFailedPage(page: Page, consoleErrors: readonly string[]): void {
	try {
		onTestFailed(() => print(page, consoleErrors));
	} catch {
		// A page that several tests share is opened before the first one.
	}
}

async function print(page: Page, consoleErrors: readonly string[]): Promise<void> {
	if (page.isClosed()) return;
	const text = await page.locator('body').innerText({ timeout: 5_000 });
	console.error([`The page ${page.url()} shows:`, text, ...consoleErrors].join('\n'));
}
