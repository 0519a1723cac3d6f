import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findFaults } from './accessibility.ts';
import { openEnvironment, openSignedIn } from './environment.ts';
import type { Environment } from './environment.ts';

let environment: Environment;
beforeAll(async () => {
	environment = await openEnvironment();
});
afterAll(() => environment?.close());

const phone = { viewport: { width: 320, height: 640 } };
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true });

it('a phone has the pages that people need every day one tap away', async () => {
	const { page, context } = await openSignedIn(environment, phone);
	await page.goto(`/sites/${environment.site}/responses`);
	for (const name of ['Inbox', 'Approvals', 'Responses']) {
		await pages(page).getByRole('link', { name }).click();
		await page.getByRole('heading', { level: 1, name }).waitFor();
	}
	const cutOff = await pages(page)
		.locator('li span')
		.evaluateAll((texts) =>
			texts.flatMap(({ scrollWidth, clientWidth, textContent }) =>
				scrollWidth > clientWidth ? [textContent] : [],
			),
		);
	expect(cutOff).toEqual([]);
	expect(await findFaults(page)).toEqual([]);
	await context.close();
});
