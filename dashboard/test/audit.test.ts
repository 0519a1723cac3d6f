// Search and filters of the audit log, by mouse, by URL and by keyboard.
import { randomUUID } from 'node:crypto';

import type { Client } from '@feedback/client';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { connectProgram, listSites, signInByApi } from './program.ts';
import { findFaults } from './accessibility.ts';
import { openPage, startEnvironment, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import type { Storage } from './reusable-pages.ts';

let environment: Environment;
let person: Client;
let workspace: string;
let otherSite: string;
let signedIn: Storage;
/** A word that is in the subject of only one entry. */
const word = `w${randomUUID().slice(0, 8)}`;

beforeAll(async () => {
	environment = await startEnvironment();
	person = await signInByApi(environment.stack);
	const [site] = (await listSites(person)) as [string];
	workspace = (await person.whoami()).workspaces[0]!.id;
	({ id: otherSite } = await person.createSite({ workspace, name: 'Billing' }));
	await person.updateSettings({ site: otherSite, capture: 'registered' });
	await person.invite({ workspace, email: `${word}@example.com`, role: 'viewer' });
	const program = await connectProgram(environment.stack, person, 'laptop (linux)');
	await program.requestGrant({ action: 'prompt:draft', site });
	// Enough entries to push the entries above off the first page.
	for (let index = 0; index < 110; index += 1) {
		await person.renameSite({ site, name: index % 2 === 0 ? 'Reports, renamed' : 'Reports' });
	}
	signedIn = await storeSignIn(environment.stack);
});
afterAll(() => environment?.close());

const entriesOf = (page: Page) =>
	page.getByRole('region', { name: 'Newest first' }).getByRole('listitem');

async function openLog(query = '', options: Parameters<typeof openPage>[1] = {}) {
	const opened = await openPage(environment, { storageState: signedIn, ...options });
	await opened.page.goto(`/workspaces/${workspace}/audit${query}`);
	await entriesOf(opened.page).first().waitFor();
	return opened;
}

it('finds entries beyond the first page, and stores the search in the URL', thorough, async () => {
	const { page, close, consoleErrors } = await openLog();
	await page.getByLabel('Search by person, action or subject').fill(`invited ${word}`);
	await entriesOf(page).filter({ hasText: word }).waitFor();
	await expect.poll(() => entriesOf(page).count()).toBe(1);
	await page.waitForURL(/search=invited/);
	await page.reload();
	await entriesOf(page).filter({ hasText: word }).waitFor();
	expect(await entriesOf(page).count()).toBe(1);
	await page.getByLabel('Search by person, action or subject').fill('nobody did this');
	await page.getByText('No matching entries.').waitFor();
	expect(consoleErrors).toEqual([]);
	await close();
});

it('filters by people, programs and site', thorough, async () => {
	const { page, close, consoleErrors } = await openLog();
	await page.getByLabel('People or programs').selectOption('Programs');
	await page.waitForURL(/kind=connection/);
	await entriesOf(page).filter({ hasText: 'requested an approval' }).first().waitFor();
	await entriesOf(page)
		.filter({ hasText: 'renamed a site' })
		.first()
		.waitFor({ state: 'detached' });
	expect(await entriesOf(page).getByText('program', { exact: true }).count()).toBe(
		await entriesOf(page).count(),
	);
	await page.getByLabel('People or programs').selectOption('People');
	await page.waitForURL(/kind=person/);
	await page.getByLabel('Site', { exact: true }).selectOption('Billing');
	await page.waitForURL(new RegExp(`site=${otherSite}`));
	await entriesOf(page).filter({ hasText: 'changed settings' }).waitFor();
	await entriesOf(page)
		.filter({ hasText: 'renamed a site' })
		.first()
		.waitFor({ state: 'detached' });
	// Reset the filters.
	await page.getByLabel('People or programs').selectOption('People and programs');
	await page.getByLabel('Site', { exact: true }).selectOption('All sites');
	await entriesOf(page).filter({ hasText: 'renamed a site' }).first().waitFor();
	await expect.poll(() => new URL(page.url()).search).toBe('');
	expect(consoleErrors).toEqual([]);
	await close();
});

it('is filtered and paged with the keyboard alone', thorough, async () => {
	const { page, close } = await openLog();
	expect(await entriesOf(page).count()).toBe(100);
	await page.getByRole('button', { name: 'Show older entries' }).focus();
	await page.keyboard.press('Enter');
	await page.getByText('No older entries.').waitFor();
	await page.getByLabel('Search by person, action or subject').focus();
	await page.keyboard.type(word);
	await expect.poll(() => entriesOf(page).count()).toBe(1);
	await page.keyboard.press('Tab');
	const kind = page.getByLabel('People or programs');
	expect(await kind.evaluate((at) => at === document.activeElement)).toBe(true);
	await page.keyboard.press('ArrowDown');
	await page.waitForURL(/kind=person/);
	expect(await entriesOf(page).count()).toBe(1);
	await close();
});

it('is accessible when narrowed, and when empty', thorough, async () => {
	const { page, close } = await openLog('?kind=person');
	expect(await findFaults(page)).toEqual([]);
	await page.getByLabel('Search by person, action or subject').fill('nobody did this');
	await page.getByText('No matching entries.').waitFor();
	expect(await findFaults(page)).toEqual([]);
	await close();
});
