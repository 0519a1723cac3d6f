import type { Client } from '@feedback/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listSites, signInByApi } from './program.ts';
import { openPage, openStage, signIn } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
let person: Client;
let site: string;
let signedIn: Awaited<ReturnType<Awaited<ReturnType<typeof openPage>>['context']['storageState']>>;
beforeAll(async () => {
	stage = await openStage();
	const { page, context } = await openPage(stage);
	await signIn(page, stage.stack);
	signedIn = await context.storageState();
	await context.close();
	person = await signInByApi(stage.stack);
	[site] = (await listSites(person)) as [string];
});
afterAll(() => stage?.close());

async function openSettings(name: string) {
	const opened = await openPage(stage, { storageState: signedIn });
	await opened.page.goto(`/sites/${site}/settings/${name}`);
	await opened.page.getByRole('button', { name: 'Save' }).first().waitFor();
	return opened;
}

describe('settings', () => {
	it('of origins say what is wrong, offer what was meant, and tell what changed', async () => {
		const { page, context, complaints } = await openSettings('origins');
		const field = page.getByLabel('Origins, one a line');
		await page.getByText('Empty, every page may use the site ID.').waitFor();
		await field.fill('app.example.com/start\nhttps://www.example.com');
		await page.getByText('Mend what is marked first.').waitFor();
		await page.getByRole('button', { name: 'Use https://app.example.com' }).click();
		await page.getByRole('button', { name: 'Save' }).click();
		await page
			.getByText('Origins: any → https://app.example.com, https://www.example.com')
			.waitFor();
		const { origins } = await person.getSettings({ site });
		expect(origins).toEqual(['https://app.example.com', 'https://www.example.com']);
		await field.fill('');
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('→ any').waitFor();
		expect(complaints).toEqual([]);
		await context.close();
	});

	it('that somebody else changed meanwhile are not overwritten silently', async () => {
		const { page, context } = await openSettings('limits');
		await page.getByLabel('Days between two prompts').fill('5');
		await person.updateSettings({ site, limits: { cooldown_days: 2 } });
		await page.getByRole('button', { name: 'Save' }).click();
		const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else saved this' });
		await conflict.getByText('2 days between prompts').waitFor();
		expect((await person.getSettings({ site })).limits.cooldown_days).toBe(2);
		await conflict.getByRole('button', { name: 'Save mine instead' }).click();
		await page.getByText('2 days between prompts → 5 days between prompts').waitFor();
		await person.updateSettings({ site, limits: { cooldown_days: 0 } });
		await context.close();
	});

	it('that are not saved stay typed on the other pages, and ask before one leaves', async () => {
		const { page, context } = await openSettings('capture');
		await page.getByLabel('Registered names only').check();
		const nav = page.getByRole('navigation', { name: 'Settings' });
		await nav.getByRole('link', { name: 'Limits' }).click();
		await nav.getByRole('link', { name: /Event capture.*not saved/ }).click();
		expect(await page.getByLabel('Registered names only').isChecked()).toBe(true);
		await page.getByRole('link', { name: 'Overview' }).click();
		const question = page.getByRole('dialog', { name: 'Leave without saving?' });
		await question.getByRole('button', { name: 'Leave without saving' }).click();
		await page.waitForURL('**/overview');
		expect((await person.getSettings({ site })).capture).toBe('all');
		await context.close();
	});

	it('of proof keys show a secret once, and rotate', async () => {
		const { page, context, complaints } = await openSettings('proof-keys');
		await page.getByRole('button', { name: 'Make a key' }).click();
		await page.getByRole('heading', { name: /^The key .+ is ready$/ }).waitFor();
		const code = await page.getByLabel('The key, as environment variables').textContent();
		expect(code).toMatch(/FEEDBACK_PROOF_SECRET=[\w-]{43}$/);
		await page.getByRole('button', { name: 'I have kept it' }).click();
		await page.getByRole('button', { name: 'Make a key that follows' }).click();
		await page.getByText('only verifies', { exact: true }).waitFor();
		const { items } = await person.listProofKeys({ site });
		expect(items.map(({ status }) => status)).toEqual(['active', 'verify_only']);
		const older = items[1]!.kid;
		await page.getByRole('button', { name: `Remove ${older}` }).click();
		await page.getByRole('button', { name: 'Remove the key' }).click();
		await page.getByText('only verifies', { exact: true }).waitFor({ state: 'detached' });
		expect(complaints).toEqual([]);
		await context.close();
	});

	it('let a debug token be made', async () => {
		const general = await openSettings('general');
		await general.page.getByRole('button', { name: 'Make a debug token' }).click();
		const code = general.page.getByLabel('How the SDK is started with the token');
		expect(await code.textContent()).toMatch(/debugToken: '[\w.-]{20,}'/);
		expect(general.complaints).toEqual([]);
		await general.context.close();
	});
});
