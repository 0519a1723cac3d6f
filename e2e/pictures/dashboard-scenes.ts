import type { Page } from 'playwright';

import type { Pictured } from './today.ts';

export type Scene = {
	/** Name of the file, before the theme. */
	name: string;
	/** Path of the page. */
	path: string;
	/** Height of the picture, if the page does not need all of it. */
	height?: number;
	/** Waits until everything has loaded, then brings the page into the state for the picture. */
	act(page: Page): Promise<void>;
};

/** The pages of the dashboard that the docs show. */
export function listScenes({ site, newSite, prompts, event, request }: Pictured): Scene[] {
	const at = `/sites/${site}`;
	return [
		{
			name: 'first-run',
			path: `/welcome?site=${newSite}`,
			height: 560,
			act: (page) => page.getByText('Waiting for the first event').waitFor(),
		},
		{
			name: 'prompts',
			path: `${at}/prompts`,
			height: 660,
			act: (page) => page.getByText('Quick poll').waitFor(),
		},
		{
			name: 'editor',
			path: `${at}/prompts/${prompts['export-experience']}/edit`,
			height: 980,
			async act(page) {
				const title = 'How easy was it to get your report out?';
				await page.getByRole('textbox', { name: 'Question', exact: true }).fill(title);
				await page.locator('[data-preview]').getByText(title).waitFor();
				await page.getByText('Saved', { exact: true }).waitFor();
				const forecast = page.getByRole('region', { name: 'Forecast' });
				await forecast.getByText(/^Would have reached/).waitFor();
			},
		},
		{
			name: 'branching',
			path: `${at}/prompts/${prompts['first-week']}/edit`,
			height: 520,
			async act(page) {
				const section = page.locator('section#branching');
				await section.scrollIntoViewIfNeeded();
				await section.getByRole('list', { name: 'Branches after question 1' }).waitFor();
				await section.evaluate((node) => node.scrollIntoView());
			},
		},
		{
			name: 'results',
			path: `${at}/prompts/${prompts['quick-poll']}/results`,
			height: 1240,
			act: (page) => page.getByRole('img', { name: /^NPS over time/ }).waitFor(),
		},
		{
			name: 'events',
			path: `${at}/events`,
			height: 740,
			act: (page) => page.getByRole('link', { name: 'report.exported' }).waitFor(),
		},
		{
			name: 'why',
			path: `${at}/events/${event}`,
			height: 690,
			act: (page) => page.getByText('Why did they upgrade?').waitFor(),
		},
		{
			name: 'responses',
			path: `${at}/responses`,
			act: (page) => page.getByText('It saves me an hour every Monday.').first().waitFor(),
		},
		{
			name: 'visitors',
			path: `${at}/visitors?account=account_42`,
			act: (page) => page.getByText('Search does not find older reports.').waitFor(),
		},
		{
			name: 'settings',
			path: `${at}/settings/limits`,
			height: 600,
			async act(page) {
				await page.getByLabel('Days between two prompts').fill('14');
				await page.getByText('Limit prompts per session').click();
			},
		},
		{
			name: 'approval',
			path: `/approvals/${request}`,
			act: (page) =>
				page
					.getByRole('region', { name: /^What changes from revision/ })
					.getByText('What convinced you')
					.first()
					.waitFor(),
		},
	];
}
