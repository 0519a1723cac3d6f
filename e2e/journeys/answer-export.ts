import type { Page } from 'playwright';

/**
 * Answers the demo's prompt after an export, or the first prompt that the wizard drafts, until the answer is stored and
 * the page thanks for it.
 */
export async function answerExport(page: Page, text: string): Promise<void> {
	await page.getByRole('radio', { name: '4 of 5' }).check({ force: true });
	await page.getByRole('button', { name: 'Next', exact: true }).click();
	await page.getByRole('textbox', { name: 'What could we do better?' }).fill(text);
	const stored = page.waitForResponse(
		(response) =>
			response.url().endsWith('/answer') &&
			(response.request().postDataJSON() as { final: boolean }).final,
	);
	await page.getByRole('button', { name: 'Send' }).click();
	await stored;
	await page.getByText('We read every answer.').waitFor();
}
