// A product manager without a developer, by the pages “First run”, “Write and publish a prompt” and “Test page”.
import type { Browser } from 'playwright';

import { keepPicture } from '../journeys/approver.ts';
import { openBrowserPage, openSection, publishOpenDraft, readAnswer } from './dashboard.ts';
import type { Journey } from './journey.ts';

/** From the owner's link to an answer that was given on the test page. */
export async function followManager(
	journey: Journey,
	{ ownerUrl, browser }: { ownerUrl: string; browser: Browser },
): Promise<void> {
	const page = await openBrowserPage(browser);
	try {
		await journey.step('sign in by the owner’s link', async () => {
			await page.goto(ownerUrl);
			await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
		});
		await journey.step('create the site', async () => {
			await page.getByLabel('Site name').fill('Reports');
			await page.getByRole('button', { name: 'Create site' }).click();
			await page.getByRole('heading', { level: 1, name: 'Install the SDK' }).waitFor();
		});
		await journey.step('draft a prompt from a template', async () => {
			await openSection(page, 'Prompts');
			await page.getByRole('link', { name: 'New prompt' }).first().click();
			await page.getByRole('button', { name: 'Satisfaction (CSAT)' }).click();
			await page.getByRole('button', { name: 'Create draft' }).click();
			await page.waitForURL('**/edit');
		});
		await journey.step('publish it', () => publishOpenDraft(page));
		const text = 'It took too many steps.';
		await journey.step('answer it on the test page', async () => {
			await openSection(page, 'Events');
			await page.getByRole('link', { name: 'Test page' }).click();
			await page
				.getByRole('button', { name: 'Report event' })
				.and(page.locator(':enabled'))
				.click();
			const app = page.frameLocator('iframe[title="Test app"]');
			await app.getByRole('radio').nth(1).check({ force: true });
			await app.getByRole('button', { name: 'Next', exact: true }).click();
			await app.getByRole('textbox').fill(text);
			await keepPicture(page, 'test-page');
			await app.getByRole('button', { name: 'Send' }).click();
			await app.getByText('Thank you!').waitFor();
		});
		await journey.step('read the answer', () => readAnswer(page, text));
		await keepPicture(page, 'manager-responses');
	} finally {
		await page.context().close();
	}
}
