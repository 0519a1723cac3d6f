// Members of a workspace: invitations, roles, removal.
import { randomUUID } from 'node:crypto';

import type { Client } from '@feedback/client';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { connectDatabase } from '../../server/postgres/connect.ts';
import { thorough } from '../../testing/thorough.ts';
import { listSites, signInByApi } from './program.ts';
import { findAxeViolations, findFaults, openDialog } from './accessibility.ts';
import { openPage, openEnvironment, readMail, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import type { Storage } from './reusable-pages.ts';

let environment: Environment;
let owner: Client;
let workspace: string;
let site: string;
let signedIn: Storage;

beforeAll(async () => {
	environment = await openEnvironment();
	owner = await signInByApi(environment.stack);
	[site] = (await listSites(owner)) as [string];
	workspace = (await owner.whoami()).workspaces[0]!.id;
	signedIn = await storeSignIn(environment.stack);
});
afterAll(() => environment?.close());

// A new person each time, so that a retried test starts from scratch.
let email: string;
beforeEach(() => {
	email = `ada.${randomUUID().slice(0, 8)}@example.com`;
});

async function openMembers(options: Parameters<typeof openPage>[1] = {}) {
	const opened = await openPage(environment, { storageState: signedIn, ...options });
	await opened.page.goto(`/workspaces/${workspace}/members`);
	await opened.page
		.getByRole('region', { name: 'Members' })
		.getByText('you', { exact: true })
		.waitFor();
	return opened;
}

const rowOf = (page: Page, of: string) =>
	page.getByRole('region', { name: 'Members' }).getByRole('listitem').filter({ hasText: of });
const openInvitation = (page: Page, of: string) =>
	page
		.getByRole('region', { name: 'Invite a member' })
		.getByRole('listitem')
		.filter({ hasText: of });

/** Opens an invitation link in a new browser, and signs in by e-mail as this person. */
async function removeUrlSecrets(
	link: string,
	as: string,
	options: Parameters<typeof openPage>[1] = {},
) {
	const opened = await openPage(environment, options);
	const { page } = opened;
	await page.goto(link);
	await page.getByRole('button', { name: 'Send me a link instead' }).click();
	await page.getByLabel('E-mail address').fill(as);
	await page.getByRole('button', { name: 'Send me a link', exact: true }).click();
	await page.getByText('has access, we have sent it a message').waitFor();
	await page.goto((await readMail(environment, as)).link);
	await page.getByRole('heading', { level: 1, name: 'Join a workspace' }).waitFor();
	return opened;
}

/** A member with their own browser, on the overview of the site. */
async function joinAs(role: 'owner' | 'editor' | 'viewer') {
	const { url } = await owner.invite({ workspace, email, role });
	const joined = await removeUrlSecrets(url, email);
	await joined.page.getByRole('button', { name: 'Join' }).click();
	await joined.page.waitForURL('**/overview');
	return joined;
}

describe('an invitation', () => {
	it('adds a member', async () => {
		const inviting = await openMembers();
		const { page } = inviting;
		await page.getByLabel('E-mail address').fill(email);
		await page.getByLabel('Role', { exact: true }).selectOption('editor');
		await page.getByRole('button', { name: 'Invite', exact: true }).click();
		await page.getByRole('heading', { name: `Send this link to ${email}` }).waitFor();
		const link = await page.getByLabel('Invitation link').textContent();
		expect(link).toMatch(new RegExp(`^${environment.url}/invitation#`));
		await openInvitation(page, email).getByText('editor').waitFor();
		expect(await findFaults(page)).toEqual([]);
		await page.getByRole('button', { name: 'Done' }).click();
		expect(await page.getByText(link!).count()).toBe(0);

		const joining = await removeUrlSecrets(link!, email);
		// The secret is removed from the URL immediately.
		expect(joining.page.url()).toBe(`${environment.url}/invitation`);
		await joining.page.getByText(email).waitFor();
		expect(await findFaults(joining.page)).toEqual([]);
		await joining.page.getByRole('button', { name: 'Join' }).click();
		await joining.page.waitForURL(`**/sites/${site}/overview`);
		await joining.page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
		// The owner's page updates automatically.
		await rowOf(page, email).waitFor();
		await openInvitation(page, email).waitFor({ state: 'detached' });

		// Opening the link again shows the same page, and adds no second member.
		await joining.page.goto(link!);
		await joining.page.getByRole('button', { name: 'Join' }).click();
		await joining.page.waitForURL(`**/sites/${site}/overview`);
		const { items } = await owner.listMembers({ workspace });
		expect(items.filter((one) => one.email === email)).toMatchObject([{ role: 'editor' }]);
		expect(inviting.consoleErrors).toEqual([]);
		expect(await joining.context.cookies()).toEqual([]);
		await joining.close();
		await inviting.close();
	});

	it(
		'is created and withdrawn with the keyboard alone; then its link does not work',
		thorough,
		async () => {
			const { page, close, consoleErrors } = await openMembers();
			await page.getByLabel('E-mail address').focus();
			await page.keyboard.type(email);
			await page.keyboard.press('Tab');
			await page.keyboard.type('Ada');
			await page.keyboard.press('Tab');
			await page.keyboard.press('v');
			await page.keyboard.press('Tab');
			await page.keyboard.press('Enter');
			// The focus moves to the link.
			const heading = page.getByRole('heading', { name: `Send this link to ${email}` });
			await heading.waitFor();
			expect(await heading.evaluate((at) => at === document.activeElement)).toBe(true);
			const link = await page.getByLabel('Invitation link').textContent();
			await openInvitation(page, email).getByText('viewer').waitFor();

			await page.getByRole('button', { name: `Withdraw ${email}` }).focus();
			await page.keyboard.press('Enter');
			const confirm = page.getByRole('button', { name: 'Withdraw invitation' });
			await confirm.waitFor();
			expect(await confirm.evaluate((at) => at === document.activeElement)).toBe(true);
			await page.keyboard.press('Enter');
			await openInvitation(page, email).waitFor({ state: 'detached' });
			expect(consoleErrors).toEqual([]);

			const late = await removeUrlSecrets(link!, email);
			await late.page.getByRole('button', { name: 'Join' }).click();
			await late.page.getByRole('alert').waitFor();
			expect((await owner.listMembers({ workspace })).items.map((one) => one.email)).not.toContain(
				email,
			);
			await late.close();
			await close();
		},
	);

	it('is for its own address only', thorough, async () => {
		const { url } = await owner.invite({ workspace, email, role: 'editor' });
		const other = await removeUrlSecrets(url, `not.${email}`);
		await other.page.getByRole('button', { name: 'Join' }).click();
		const alert = other.page.getByRole('alert');
		await alert.getByText('This invitation is for another email address.').waitFor();
		await alert.getByText('Sign in with the address that it was sent to.').waitFor();
		expect(await findAxeViolations(other.page)).toEqual([]);
		// It still works for the invited person.
		const { items } = await owner.listInvitations({ workspace });
		expect(items.map((one) => one.email)).toContain(email);
		// Another account still sees the invitation.
		await other.page.getByRole('button', { name: 'Use another account' }).click();
		await other.page.getByRole('heading', { name: 'Sign in to Feedback' }).waitFor();
		expect(new URL(other.page.url()).searchParams.get('next')).toBe('/invitation');
		await other.close();
	});
});

describe('a member', () => {
	it('cannot change anything after becoming a viewer', thorough, async () => {
		const member = await joinAs('editor');
		await member.page.goto(`/sites/${site}/prompts`);
		await member.page.getByRole('link', { name: 'New prompt' }).waitFor();
		const { page, close, consoleErrors } = await openMembers();
		await rowOf(page, email).getByLabel(`Role of ${email}`).selectOption('viewer');
		await page.getByText(`${email} is now viewer.`).waitFor();
		await page.getByText('Add a second owner').waitFor();
		expect(await findFaults(page)).toEqual([]);

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
		await member.page.getByText('These settings are read-only.').waitFor();
		expect(await member.page.getByRole('button', { name: 'Save' }).count()).toBe(0);
		expect(await member.page.getByLabel('Days between two prompts').isDisabled()).toBe(true);
		expect(await findAxeViolations(member.page)).toEqual([]);
		await member.page.goto(`/workspaces/${workspace}/audit`);
		await member.page.getByRole('heading', { name: 'This page is for owners' }).waitFor();
		await member.page.goto(`/workspaces/${workspace}/members`);
		await rowOf(member.page, email).getByText('you', { exact: true }).waitFor();
		expect(await member.page.getByRole('combobox').count()).toBe(0);
		expect(await member.page.getByLabel('E-mail address').count()).toBe(0);
		expect(await member.page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
		expect(await findAxeViolations(member.page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await member.close();
		await close();
	});

	it('is removed with the keyboard alone, and loses access to the site', thorough, async () => {
		const member = await joinAs('editor');
		const { page, close, consoleErrors } = await openMembers();
		await rowOf(page, email)
			.getByRole('button', { name: `Remove ${email}` })
			.focus();
		await page.keyboard.press('Enter');
		await page.getByText('They lose access immediately.').waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		// Cancel first.
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.getByText('They lose access immediately.').waitFor({ state: 'detached' });
		const remove = rowOf(page, email).getByRole('button', { name: `Remove ${email}` });
		expect(await remove.evaluate((at) => at === document.activeElement)).toBe(true);
		await page.keyboard.press('Enter');
		await page.getByRole('button', { name: 'Remove member' }).waitFor();
		await page.keyboard.press('Enter');
		await page.getByText(`${email} is no longer a member.`).waitFor();
		await rowOf(page, email).waitFor({ state: 'detached' });

		await member.page.goto(`/sites/${site}/overview`);
		await member.page.getByRole('heading', { name: 'You cannot see this site' }).waitFor();
		expect(consoleErrors).toEqual([]);
		await member.close();
		await close();
	});

	it('who is an owner learns before leaving that known keys stay valid', thorough, async () => {
		const member = await joinAs('owner');
		await member.page.goto(`/workspaces/${workspace}/members`);
		await member.page.getByRole('button', { name: `Leave ${email}` }).click();
		await member.page.getByText('stay valid until another owner replaces them').waitFor();
		await member.page.getByRole('button', { name: 'Leave workspace' }).click();
		await member.page.waitForURL((url) => !url.pathname.startsWith('/workspaces'));
		await member.close();
	});

	it('can leave', thorough, async () => {
		const member = await joinAs('viewer');
		await member.page.goto(`/workspaces/${workspace}/members`);
		await member.page.getByRole('button', { name: `Leave ${email}` }).click();
		await member.page.getByRole('button', { name: 'Leave workspace' }).click();
		await member.page.waitForURL((url) => !url.pathname.startsWith('/workspaces'));
		const { items } = await owner.listMembers({ workspace });
		expect(items.map((one) => one.email)).not.toContain(email);
		await member.close();
	});

	it('becomes the owner, and the former owner steps down', thorough, async () => {
		const first = `first.${email}`;
		const { url } = await owner.invite({ workspace, email: first, role: 'owner' });
		const leaving = await removeUrlSecrets(url, first);
		await leaving.page.getByRole('button', { name: 'Join' }).click();
		await leaving.page.waitForURL('**/overview');
		const successor = await joinAs('viewer');
		const { page, consoleErrors } = leaving;
		await page.goto(`/workspaces/${workspace}/members`);
		await rowOf(page, first).getByText('you', { exact: true }).waitFor();
		// Two owners: nothing to advise.
		expect(await page.getByText('Add a second owner').count()).toBe(0);
		await page.getByRole('button', { name: 'Transfer ownership…' }).click();
		const dialog = page.getByRole('dialog', { name: 'Transfer ownership' });
		await dialog.getByLabel('New owner').selectOption({ label: email });
		await dialog.getByRole('radio', { name: 'Viewer' }).check();
		expect(await findFaults(page, { within: openDialog })).toEqual([]);
		await dialog.getByRole('button', { name: 'Transfer ownership' }).click();
		await page.getByText(`${email} is now owner, and you are viewer.`).waitFor();
		await page.getByRole('button', { name: 'Transfer ownership…' }).waitFor({ state: 'detached' });
		const { items } = await owner.listMembers({ workspace });
		const roleOf = (of: string) => items.find((one) => one.email === of)?.role;
		expect([roleOf(email), roleOf(first)]).toEqual(['owner', 'viewer']);
		expect(consoleErrors).toEqual([]);
		for (const { email: of, person } of items) {
			if (of === email || of === first) await owner.removeMember({ workspace, person });
		}
		await successor.close();
		await leaving.close();
	});

	it('who is the last owner cannot leave, and sees why', async () => {
		const { page, close } = await openMembers();
		const own = rowOf(page, environment.stack.demo.email);
		const role = own.getByRole('combobox');
		await role.selectOption('viewer');
		const alert = page.getByRole('alert');
		await alert.getByText('A workspace keeps at least one owner.').waitFor();
		await alert.getByText(/^(Transfer ownership|Invite a person)/).waitFor();
		await expect.poll(() => role.inputValue()).toBe('owner');
		expect(await findAxeViolations(page)).toEqual([]);
		expect((await owner.whoami()).workspaces[0]!.role).toBe('owner');
		await close();
	});
});

it('an owner removes the passkeys of a member who lost them', thorough, async () => {
	const joined = await joinAs('editor');
	const { items } = await owner.listMembers({ workspace });
	const { person } = items.find((one) => one.email === email)!;
	const sql = connectDatabase(environment.stack.adminUrl);
	await sql`
		insert into identity."user" ("id", "name", "email", "emailVerified") values (${person}, '', ${email}, true)`;
	await sql`
		insert into identity."passkey" ("publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
		values ('key', ${person}, ${person}, 0, 'singleDevice', false)`;
	const { page, close } = await openMembers();
	const reset = page.getByRole('button', { name: `Reset passkeys ${email}` });
	await reset.click();
	await page.getByText('Do this only if they lost all of them').waitFor();
	expect(await findFaults(page)).toEqual([]);
	await page.getByRole('button', { name: 'Remove their passkeys' }).click();
	await page.getByText(`The passkeys of ${email} were removed.`).waitFor();
	await reset.waitFor({ state: 'detached' });
	expect(await sql`select from identity."passkey" where "userId" = ${person}`).toHaveLength(0);
	await page.goto(`/workspaces/${workspace}/audit`);
	await page.getByText('removed the passkeys of a member').first().waitFor();
	await sql.end();
	await close();
	await joined.close();
});

it('removing an owner offers to replace the keys that they made', thorough, async () => {
	const joined = await joinAs('owner');
	const { page: theirs } = joined;
	await theirs.goto(`/sites/${site}/settings/site-keys`);
	await theirs.getByLabel('Name', { exact: true }).fill('Billing');
	await theirs.getByRole('button', { name: 'Create key' }).click();
	await theirs.getByText('Key “Billing” created').waitFor();
	await joined.close();

	const { page, close } = await openMembers();
	const row = rowOf(page, email);
	await row.getByRole('button', { name: `Remove ${email}` }).click();
	await page.getByRole('button', { name: 'Remove member' }).click();
	const dialog = page.getByRole('dialog', { name: 'Replace keys and secrets' });
	await dialog.getByText('Billing', { exact: true }).waitFor();
	// With the keyboard alone: the focus stays in the row of the key.
	const status = dialog.getByRole('listitem').getByRole('status').first();
	await dialog.getByRole('button', { name: 'Create a new key: Billing' }).press('Enter');
	await dialog.getByText(/^fbs_/).waitFor();
	await status.getByText('then revoke the old one').waitFor();
	expect(await findFaults(page)).toEqual([]);
	await page.keyboard.press('Tab');
	const end = dialog.getByRole('button', { name: 'Revoke the old key: Billing' });
	expect(await end.evaluate((at) => at === document.activeElement)).toBe(true);
	await page.keyboard.press('Enter');
	await status.getByText('The old key no longer works.').waitFor();
	await expect
		.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim()))
		.toBe('Billing');
	const { items } = await owner.listSiteKeys({ site });
	expect(items.map(({ revoked_at }) => revoked_at === null)).toEqual([true, false]);
	await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
	await page.goto(`/workspaces/${workspace}/audit`);
	await page.getByText('removed a member').first().waitFor();
	await close();
});
