// A person looks at sample data before anybody has answered, and removes it.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findAxeViolations } from './accessibility.ts';
import { openPage, startEnvironment, storeSignIn, type Environment } from './environment.ts';
import { signInByApi } from './program.ts';

let environment: Environment;
beforeAll(async () => {
	environment = await startEnvironment();
});
afterAll(() => environment?.close());

it('is added with one click, marked on every page, and removed with one click', async () => {
	const owner = await signInByApi(environment.stack);
	const { id: workspace } = await owner.createWorkspace({ name: 'Shop team' });
	const { id: site } = await owner.createSite({ workspace, name: 'Shop' });
	const storageState = await storeSignIn(environment.stack);
	const { page, close, consoleErrors } = await openPage(environment, { storageState });
	await page.goto(`/sites/${site}/overview`);
	await page.getByRole('button', { name: 'Add sample data' }).click();
	const banner = page.getByRole('region', { name: 'Sample data' });
	await banner.waitFor();
	await page.getByRole('heading', { level: 1, name: 'Sample data' }).waitFor();
	await page.getByText('Recommendation after the third export').first().waitFor();
	expect(await findAxeViolations(page)).toEqual([]);
	for (const name of ['Responses', 'Inbox', 'Prompts']) {
		await page.getByRole('link', { name, exact: true }).first().click();
		await page.getByRole('heading', { level: 1, name }).waitFor();
		expect(await banner.isVisible()).toBe(true);
	}
	await page.goto(`/workspaces/${workspace}/members`);
	await page.getByRole('heading', { level: 1 }).waitFor();
	expect(await banner.count()).toBe(0);

	await page.goto(`/sites/${site}/overview`);
	await page.getByRole('link', { name: 'Open sample data' }).click();
	await banner.getByRole('button', { name: 'Remove sample data' }).click();
	await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
	await page.getByRole('button', { name: 'Add sample data' }).waitFor();
	const { items } = await owner.listSites({ workspace });
	expect(items.map(({ name }) => name)).toEqual(['Shop']);
	expect(consoleErrors).toEqual([]);
	await close();
});
