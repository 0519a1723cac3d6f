// A page that cannot be loaded or shown says so in plain words, and the navigation stays.
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

const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true });

it('a link keeps the navigation while offline, and opens the page afterwards', async () => {
	const { page, context } = await openSignedIn(environment, { bypassCSP: false });
	await page.goto(`/sites/${environment.site}/responses`);
	await page.getByRole('heading', { level: 1, name: 'Responses' }).waitFor();
	await context.setOffline(true);
	await page.getByText('You are offline.').waitFor();
	await pages(page).getByRole('link', { name: 'Audiences' }).click();
	await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor();
	await pages(page).getByRole('link', { name: 'Responses' }).waitFor();
	expect(await page.getByText('Internal Error').count()).toBe(0);
	await page.getByRole('button', { name: 'Try again' }).click();
	await page.getByText('There is still no connection.').waitFor();
	expect(await findFaults(page)).toEqual([]);
	await context.setOffline(false);
	await page.getByRole('heading', { level: 1, name: 'Audiences' }).waitFor();
	expect(new URL(page.url()).pathname).toMatch(/\/audiences$/);
	await context.close();
});

it('a page that fails says what to do, and others still open', async () => {
	const { page, close } = await openSignedIn(environment);
	// A response that no page expects.
	await page.route('**/manage/sites/*/audiences**', (route) =>
		route.fulfill({ json: { items: [null], next: null, latest: null } }),
	);
	await page.goto(`/sites/${environment.site}/audiences`);
	await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
	await page.getByText('Reload the page.').waitFor();
	expect(await page.getByText(/Internal Error|500/).count()).toBe(0);
	expect(await findFaults(page)).toEqual([]);
	await pages(page).getByRole('link', { name: 'Responses' }).click();
	await page.getByRole('heading', { level: 1, name: 'Responses' }).waitFor();
	await pages(page).getByRole('link', { name: 'Audiences' }).click();
	await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
	await page.unrouteAll();
	await page.getByRole('button', { name: 'Reload the page' }).click();
	await page.getByRole('heading', { level: 1, name: 'Audiences' }).waitFor();
	await close();
});
