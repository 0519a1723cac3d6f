// Who belongs to a workspace: invited, let in, given another role, removed.
import { randomUUID } from 'node:crypto';

import type { Client } from '@feedback/client';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { listSites, signInByApi } from './program.ts';
import { findBarriers, openPage, openStage, overhang, readMail, storeSignIn } from './stage.ts';
import type { Stage, Storage } from './stage.ts';

let stage: Stage;
let owner: Client;
let workspace: string;
let site: string;
let signedIn: Storage;

beforeAll(async () => {
	stage = await openStage();
	owner = await signInByApi(stage.stack);
	[site] = (await listSites(owner)) as [string];
	workspace = (await owner.whoami()).workspaces[0]!.id;
	signedIn = await storeSignIn(stage.stack);
});
afterAll(() => stage?.close());

// Somebody new each time: a test that is tried again begins anew.
let email: string;
beforeEach(() => {
	email = `ada.${randomUUID().slice(0, 8)}@example.com`;
});

const looks = [
	['light', { width: 1280, height: 900 }],
	['dark', { width: 390, height: 844 }],
] as const;

async function openMembers(options: Parameters<typeof openPage>[1] = {}) {
	const opened = await openPage(stage, { storageState: signedIn, ...options });
	await opened.page.goto(`/workspaces/${workspace}/members`);
	await opened.page.getByRole('region', { name: 'Members' }).getByText('you').waitFor();
	return opened;
}

const rowOf = (page: Page, of: string) =>
	page.getByRole('region', { name: 'Members' }).getByRole('listitem').filter({ hasText: of });
const openInvitation = (page: Page, of: string) =>
	page
		.getByRole('region', { name: 'Invite somebody' })
		.getByRole('listitem')
		.filter({ hasText: of });

/** Follows the link of an invitation in a browser of one's own, and signs in by mail as this person. */
async function arrive(link: string, as: string, options: Parameters<typeof openPage>[1] = {}) {
	const opened = await openPage(stage, options);
	const { page } = opened;
	await page.goto(link);
	await page.getByRole('button', { name: 'Send me a link instead' }).click();
	await page.getByLabel('E-mail address').fill(as);
	await page.getByRole('button', { name: 'Send me a link', exact: true }).click();
	await page.getByText('A message to').waitFor();
	await page.goto((await readMail(stage, as)).link);
	await page.getByRole('heading', { level: 1, name: 'Join a workspace' }).waitFor();
	return opened;
}

/** A member with their own browser, at the overview of the site. */
async function joinAs(role: 'owner' | 'editor' | 'viewer') {
	const { url } = await owner.invite({ workspace, email, role });
	const joined = await arrive(url, email);
	await joined.page.getByRole('button', { name: 'Join' }).click();
	await joined.page.waitForURL('**/overview');
	return joined;
}

describe('an invitation', () => {
	it.each(looks)('brings somebody in (%s, %o)', async (colorScheme, viewport) => {
		const inviting = await openMembers({ colorScheme, viewport });
		const { page } = inviting;
		await page.getByLabel('E-mail address').fill(email);
		await page.getByLabel('Role', { exact: true }).selectOption('Editor');
		await page.getByRole('button', { name: 'Invite', exact: true }).click();
		await page.getByRole('heading', { name: `Send this link to ${email}` }).waitFor();
		const link = await page.getByLabel('Link of the invitation').textContent();
		expect(link).toMatch(new RegExp(`^${stage.url}/invitation#`));
		await openInvitation(page, email).getByText('editor').waitFor();
		expect(await findBarriers(page)).toEqual([]);
		expect(await overhang(page)).toBe(0);
		await page.getByRole('button', { name: 'I have sent it' }).click();
		expect(await page.getByText(link!).count()).toBe(0);

		const joining = await arrive(link!, email, { colorScheme, viewport });
		// The secret leaves the address at once.
		expect(joining.page.url()).toBe(`${stage.url}/invitation`);
		await joining.page.getByText(email).waitFor();
		expect(await findBarriers(joining.page)).toEqual([]);
		expect(await overhang(joining.page)).toBe(0);
		await joining.page.getByRole('button', { name: 'Join' }).click();
		await joining.page.waitForURL(`**/sites/${site}/overview`);
		await joining.page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
		// What the owner sees follows by itself.
		await rowOf(page, email).waitFor();
		await openInvitation(page, email).waitFor({ state: 'detached' });

		// Opened again it leads to the same place, and makes nobody a member twice.
		await joining.page.goto(link!);
		await joining.page.getByRole('button', { name: 'Join' }).click();
		await joining.page.waitForURL(`**/sites/${site}/overview`);
		const { items } = await owner.listMembers({ workspace });
		expect(items.filter((one) => one.email === email)).toMatchObject([{ role: 'editor' }]);
		expect(inviting.complaints).toEqual([]);
		expect(await joining.context.cookies()).toEqual([]);
		await joining.context.close();
		await inviting.context.close();
	});

	it('is made and withdrawn with the keyboard alone; then its link lets nobody in', async () => {
		const { page, context, complaints } = await openMembers();
		await page.getByLabel('E-mail address').focus();
		await page.keyboard.type(email);
		await page.keyboard.press('Tab');
		await page.keyboard.press('v');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		// The focus goes to where the link is.
		const heading = page.getByRole('heading', { name: `Send this link to ${email}` });
		await heading.waitFor();
		expect(await heading.evaluate((at) => at === document.activeElement)).toBe(true);
		const link = await page.getByLabel('Link of the invitation').textContent();
		await openInvitation(page, email).getByText('viewer').waitFor();

		await page.getByRole('button', { name: `Withdraw ${email}` }).focus();
		await page.keyboard.press('Enter');
		const confirm = page.getByRole('button', { name: 'Withdraw it' });
		await confirm.waitFor();
		expect(await confirm.evaluate((at) => at === document.activeElement)).toBe(true);
		await page.keyboard.press('Enter');
		await openInvitation(page, email).waitFor({ state: 'detached' });
		expect(complaints).toEqual([]);

		const late = await arrive(link!, email);
		await late.page.getByRole('button', { name: 'Join' }).click();
		await late.page.getByRole('alert').waitFor();
		expect((await owner.listMembers({ workspace })).items.map((one) => one.email)).not.toContain(
			email,
		);
		await late.context.close();
		await context.close();
	});

	it('is for its own address only', async () => {
		const { url } = await owner.invite({ workspace, email, role: 'editor' });
		const other = await arrive(url, `not.${email}`);
		await other.page.getByRole('button', { name: 'Join' }).click();
		const alert = other.page.getByRole('alert');
		await alert.getByText('This invitation is for another email address.').waitFor();
		await alert.getByText('Sign in with the address that it was sent to.').waitFor();
		expect(await findBarriers(other.page)).toEqual([]);
		// It is still there for whom it was meant.
		const { items } = await owner.listInvitations({ workspace });
		expect(items.map((one) => one.email)).toContain(email);
		// Another account finds the invitation still there.
		await other.page.getByRole('button', { name: 'Use another account' }).click();
		await other.page.getByRole('heading', { name: 'Sign in to Feedback' }).waitFor();
		expect(new URL(other.page.url()).searchParams.get('next')).toBe('/invitation');
		await other.context.close();
	});
});

describe('a member', () => {
	it('is made a viewer, who looks and changes nothing', async () => {
		const member = await joinAs('editor');
		await member.page.goto(`/sites/${site}/prompts`);
		await member.page.getByRole('link', { name: 'New prompt' }).waitFor();
		const { page, context, complaints } = await openMembers();
		await rowOf(page, email).getByLabel(`Role of ${email}`).selectOption('Viewer');
		await page.getByText(`${email} is viewer now.`).waitFor();

		await member.page.reload();
		await member.page.getByRole('link', { name: 'Quick poll' }).waitFor();
		expect(await member.page.getByRole('link', { name: 'New prompt' }).count()).toBe(0);
		expect(await member.page.getByRole('button', { name: 'Import' }).count()).toBe(0);
		await member.page.getByRole('button', { name: 'Actions for Quick poll' }).click();
		const menu = member.page.getByRole('menu');
		await menu.waitFor();
		expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
			expect.stringContaining('Download'),
		]);
		await member.page.keyboard.press('Escape');

		await member.page.goto(`/sites/${site}/settings/limits`);
		await member.page.getByText('You can look at these settings.').waitFor();
		expect(await member.page.getByRole('button', { name: 'Save' }).count()).toBe(0);
		expect(await member.page.getByLabel('Days between two prompts').isDisabled()).toBe(true);
		expect(await findBarriers(member.page)).toEqual([]);
		await member.page.goto(`/workspaces/${workspace}/audit`);
		await member.page.getByRole('heading', { name: 'This page is for owners' }).waitFor();
		await member.page.goto(`/workspaces/${workspace}/members`);
		await rowOf(member.page, email).getByText('you', { exact: true }).waitFor();
		expect(await member.page.getByRole('combobox').count()).toBe(0);
		expect(await member.page.getByLabel('E-mail address').count()).toBe(0);
		expect(await member.page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
		expect(await findBarriers(member.page)).toEqual([]);
		expect(complaints).toEqual([]);
		await member.context.close();
		await context.close();
	});

	it('is removed with the keyboard alone, and sees the site no more', async () => {
		const member = await joinAs('editor');
		const { page, context, complaints } = await openMembers();
		await rowOf(page, email)
			.getByRole('button', { name: `Remove ${email}` })
			.focus();
		await page.keyboard.press('Enter');
		await page.getByText('They lose access at once.').waitFor();
		expect(await findBarriers(page)).toEqual([]);
		// First it can be left as it is.
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.getByText('They lose access at once.').waitFor({ state: 'detached' });
		const remove = rowOf(page, email).getByRole('button', { name: `Remove ${email}` });
		expect(await remove.evaluate((at) => at === document.activeElement)).toBe(true);
		await page.keyboard.press('Enter');
		await page.getByRole('button', { name: 'Remove them' }).waitFor();
		await page.keyboard.press('Enter');
		await page.getByText(`${email} is no longer a member.`).waitFor();
		await rowOf(page, email).waitFor({ state: 'detached' });

		await member.page.goto(`/sites/${site}/overview`);
		await member.page.getByRole('heading', { name: 'This site is not yours to see' }).waitFor();
		expect(complaints).toEqual([]);
		await member.context.close();
		await context.close();
	});

	it('leaves by themself', async () => {
		const member = await joinAs('viewer');
		await member.page.goto(`/workspaces/${workspace}/members`);
		await member.page.getByRole('button', { name: `Leave ${email}` }).click();
		await member.page.getByRole('button', { name: 'Leave the workspace' }).click();
		await member.page.waitForURL((url) => !url.pathname.startsWith('/workspaces'));
		const { items } = await owner.listMembers({ workspace });
		expect(items.map((one) => one.email)).not.toContain(email);
		await member.context.close();
	});

	it('who is the last owner stays one, and is told why', async () => {
		const { page, context } = await openMembers();
		const own = rowOf(page, stage.stack.demo.email);
		const role = own.getByRole('combobox');
		await role.selectOption('Viewer');
		await page.getByRole('alert').filter({ hasText: /owner/i }).waitFor();
		await expect.poll(() => role.inputValue()).toBe('owner');
		expect(await findBarriers(page)).toEqual([]);
		expect((await owner.whoami()).workspaces[0]!.role).toBe('owner');
		await context.close();
	});
});
