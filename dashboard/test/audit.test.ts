// The audit log is searched and narrowed, by mouse, by address and by keyboard.
import { randomUUID } from 'node:crypto';

import type { Client } from '@feedback/client';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { connectProgram, listSites, signInByApi } from './program.ts';
import { findBarriers, openPage, openStage, overhang, storeSignIn } from './stage.ts';
import type { Stage, Storage } from './stage.ts';

let stage: Stage;
let person: Client;
let workspace: string;
let otherSite: string;
let signedIn: Storage;
/** In the subject of one entry only. */
const word = `w${randomUUID().slice(0, 8)}`;

beforeAll(async () => {
	stage = await openStage();
	person = await signInByApi(stage.stack);
	const [site] = (await listSites(person)) as [string];
	workspace = (await person.whoami()).workspaces[0]!.id;
	({ id: otherSite } = await person.createSite({ workspace, name: 'Billing' }));
	await person.updateSettings({ site: otherSite, capture: 'registered' });
	await person.invite({ workspace, email: `${word}@example.com`, role: 'viewer' });
	const program = await connectProgram(stage.stack, person, 'laptop (linux)');
	await program.requestGrant({ action: 'prompt:draft', site });
	// Entries enough that the ones above are not on the first page of the log.
	for (let index = 0; index < 110; index += 1) {
		await person.renameSite({ site, name: index % 2 === 0 ? 'Reports, renamed' : 'Reports' });
	}
	signedIn = await storeSignIn(stage.stack);
});
afterAll(() => stage?.close());

const entriesOf = (page: Page) =>
	page.getByRole('region', { name: 'The newest first' }).getByRole('listitem');

async function openLog(query = '', options: Parameters<typeof openPage>[1] = {}) {
	const opened = await openPage(stage, { storageState: signedIn, ...options });
	await opened.page.goto(`/workspaces/${workspace}/audit${query}`);
	await entriesOf(opened.page).first().waitFor();
	return opened;
}

it('finds what lies further back than the first page, and keeps the search in the address', async () => {
	const { page, context, complaints } = await openLog();
	await page.getByLabel('Who, what, or about what').fill(`invited ${word}`);
	await entriesOf(page).filter({ hasText: word }).waitFor();
	await expect.poll(() => entriesOf(page).count()).toBe(1);
	await page.waitForURL(/search=invited/);
	await page.reload();
	await entriesOf(page).filter({ hasText: word }).waitFor();
	expect(await entriesOf(page).count()).toBe(1);
	await page.getByLabel('Who, what, or about what').fill('nobody did this');
	await page.getByText('Nothing like that is in the log.').waitFor();
	expect(complaints).toEqual([]);
	await context.close();
});

it('tells people and programs apart, and the sites', async () => {
	const { page, context, complaints } = await openLog();
	await page.getByLabel('People or programs').selectOption('Programs');
	await page.waitForURL(/kind=connection/);
	await entriesOf(page).filter({ hasText: 'asked for an approval' }).first().waitFor();
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
	// Back to everything.
	await page.getByLabel('People or programs').selectOption('People and programs');
	await page.getByLabel('Site', { exact: true }).selectOption('The whole workspace');
	await entriesOf(page).filter({ hasText: 'renamed a site' }).first().waitFor();
	await expect.poll(() => new URL(page.url()).search).toBe('');
	expect(complaints).toEqual([]);
	await context.close();
});

it('is narrowed with the keyboard alone, and read page by page', async () => {
	const { page, context } = await openLog();
	expect(await entriesOf(page).count()).toBe(100);
	await page.getByRole('button', { name: 'Show older entries' }).focus();
	await page.keyboard.press('Enter');
	await page.getByText('This is where it begins.').waitFor();
	await page.getByLabel('Who, what, or about what').focus();
	await page.keyboard.type(word);
	await expect.poll(() => entriesOf(page).count()).toBe(1);
	await page.keyboard.press('Tab');
	const kind = page.getByLabel('People or programs');
	expect(await kind.evaluate((at) => at === document.activeElement)).toBe(true);
	await page.keyboard.press('ArrowDown');
	await page.waitForURL(/kind=person/);
	expect(await entriesOf(page).count()).toBe(1);
	await context.close();
});

it.each([
	['light', { width: 1280, height: 900 }],
	['dark', { width: 390, height: 844 }],
] as const)(
	'has no barriers when narrowed, and when empty (%s, %o)',
	async (colorScheme, viewport) => {
		const { page, context } = await openLog('?kind=person', { colorScheme, viewport });
		expect(await findBarriers(page)).toEqual([]);
		expect(await overhang(page)).toBe(0);
		await page.getByLabel('Who, what, or about what').fill('nobody did this');
		await page.getByText('Nothing like that is in the log.').waitFor();
		expect(await findBarriers(page)).toEqual([]);
		expect(await overhang(page)).toBe(0);
		await context.close();
	},
);
