import type { Client } from '@feedback/client';
import type { PromptInput } from '@feedback/contract';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { findAxeViolations } from './accessibility.ts';
import { signInByApi } from './program.ts';
import { openPage, openEnvironment, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import type { Storage } from './reusable-pages.ts';
import { createVisitor } from './visitor.ts';

let site: string;
const pro = { trait: 'plan', op: 'is', value: 'pro' } as const;
const team = { trait: 'plan', op: 'is', value: 'team' } as const;

let environment: Environment;
let client: Client;
let signedIn: Storage;

beforeAll(async () => {
	environment = await openEnvironment();
	({ site } = environment);
	client = await signInByApi(environment.stack);
	signedIn = await storeSignIn(environment.stack);
	for (const account of ['user_1', 'user_2']) {
		await createVisitor(environment.stack, account).report('report.exported', { format: 'pdf' });
	}
});
afterAll(() => environment?.close());

const open = async (path: string) => {
	const opened = await openPage(environment, { storageState: signedIn });
	await opened.page.goto(`/sites/${site}/${path}`);
	return opened;
};

let made = 0;
async function makePrompt(
	audience: PromptInput['audience'],
	name = 'Uses it',
	more: Partial<PromptInput> = {},
) {
	const content = {
		survey_id: `uses-${(made += 1)}`,
		name,
		questions: [{ id: 'ease', type: 'rating' as const, title: 'How easy was it?' }],
		trigger: { events: ['report.exported'] },
		// Higher than that of the demo's prompts.
		priority: 100,
		limits: { show: 'always' as const, site_limits: 'ignore' as const },
		audience,
		...more,
	};
	return (await client.createPrompt({ site, content: content as never })).id;
}
const contentOf = async (prompt: string) =>
	(await client.getPrompt({ site, prompt })).latest.content;
const expandAudience = (page: Page) =>
	page.locator('[data-part="audience"] h2 button').press('Enter');

describe('the page of audiences', () => {
	it('creates an audience, and shows errors before sending it', async () => {
		const { page, close, consoleErrors } = await open('audiences');
		await page.getByRole('link', { name: 'Pro plan' }).waitFor();
		await page.getByRole('link', { name: 'New audience' }).click();
		await page.getByRole('button', { name: 'Create audience' }).click();
		await page
			.getByText(/^Fill this in[.]|^Choose an? /)
			.first()
			.waitFor();
		await page.getByRole('textbox', { name: 'Name', exact: true }).fill('New people');
		await expect
			.poll(() => page.getByLabel('Key', { exact: true }).inputValue())
			.toBe('new-people');
		await page.getByRole('button', { name: 'Signed in', exact: true }).click();
		await page.getByRole('button', { name: 'Create audience' }).click();
		await page.getByRole('heading', { level: 1, name: 'New people' }).waitFor();
		const created = await client.getAudience({ site, audience: 'new-people' });
		expect(created).toMatchObject({ version: 1, name: 'New people' });
		expect(created.rule).toHaveProperty('identified');
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('offers the first audience in an empty list', thorough, async () => {
		const [workspace] = (await client.whoami()).workspaces;
		const fresh = await client.createSite({ workspace: workspace!.id, name: 'Fresh' });
		const { page, close, consoleErrors } = await openPage(environment, { storageState: signedIn });
		await page.goto(`/sites/${fresh.id}/audiences`);
		await page.getByText('No audiences yet').waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		await page.getByRole('link', { name: 'Create an audience' }).click();
		await page.getByRole('heading', { level: 1, name: 'New audience' }).waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('archives an audience that no prompt uses', thorough, async () => {
		await client.createAudience({ site, key: 'unused', name: 'Unused', rule: pro });
		const { page, close } = await open('audiences/unused');
		await page.getByRole('button', { name: 'Archive Unused' }).click();
		await page.getByRole('button', { name: 'Archive', exact: true }).click();
		await page.getByText('archived', { exact: true }).waitFor();
		await close();
	});
});

describe('the page of an audience', () => {
	it('shows the effect of a new version on each prompt, and saves the resulting revision', async () => {
		await client.createAudience({ site, key: 'followed', name: 'Followed', rule: pro });
		const prompt = await makePrompt({ saved: 'followed' }, 'Follows', {
			budget: { displays: 100 },
		});
		await client.publishPrompt({ site, prompt, revision: 1 });
		await client.updateAudience({ site, audience: 'followed', rule: team });

		const { page, close, consoleErrors } = await open('audiences/followed');
		const use = page.getByRole('listitem').filter({ hasText: 'Follows' });
		await use.getByText('Published revision 1: version 1.').waitFor();
		await use.getByRole('button', { name: 'What version 2 changes' }).click();
		await use.getByText('The trait “plan” is “pro”.').waitFor();
		await use.getByText('The trait “plan” is “team”.').waitFor();
		await use.getByText(/^Would have reached nobody in 30 days/).waitFor();
		await use.getByText('Would have reached 2 people in 30 days.').waitFor();
		await use.getByText(/the forecast ignores budgets/).waitFor();
		await use.getByRole('button', { name: 'Save revision 2' }).click();
		await use.getByRole('link', { name: 'Publish revision 2' }).waitFor();
		expect((await contentOf(prompt)).audience).toEqual({
			saved: 'followed',
			version: 2,
			rule: team,
		});
		// The live revision stays until someone publishes.
		expect((await client.getPrompt({ site, prompt })).published_revision).toBe(1);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('shows the effect of the newest version', thorough, async () => {
		await client.createAudience({ site, key: 'moving', name: 'Moving', rule: pro });
		const prompt = await makePrompt({ saved: 'moving' }, 'Moves');
		await client.updateAudience({ site, audience: 'moving', rule: { identified: true } });
		const { page, close } = await open('audiences/moving');
		const use = page.getByRole('listitem').filter({ hasText: 'Moves' });
		await use.getByRole('button', { name: 'What version 2 changes' }).click();
		await use.getByText('With version 2').waitFor();
		await client.updateAudience({ site, audience: 'moving', rule: team });
		await use.getByText('With version 3').waitFor();
		await use.getByText('The trait “plan” is “team”.').waitFor();
		await use.getByRole('button', { name: 'Save revision 2' }).click();
		await use.getByText('Latest revision 2: version 3.').waitFor();
		expect((await contentOf(prompt)).audience).toMatchObject({ version: 3, rule: team });
		await close();
	});

	it('saves a changed rule as the next version', thorough, async () => {
		await client.createAudience({
			site,
			key: 'edited',
			name: 'Edited',
			rule: { identified: true },
		});
		const { page, close } = await open('audiences/edited');
		await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Signed-out people');
		await page.getByRole('button', { name: 'Condition', exact: true }).click();
		await page.getByLabel('Subject').nth(1).selectOption('first_seen');
		await page.getByRole('button', { name: 'Save changes' }).click();
		await page.getByText('version 2', { exact: true }).waitFor();
		await page.getByRole('heading', { level: 1, name: 'Signed-out people' }).waitFor();
		expect((await client.getAudience({ site, audience: 'edited' })).rule).toHaveProperty('all');
		await close();
	});

	it(
		'keeps the input when someone else saves a version until one is chosen',
		thorough,
		async () => {
			await client.createAudience({ site, key: 'shared', name: 'Shared', rule: pro });
			const { page, close, consoleErrors } = await open('audiences/shared');
			const value = page.getByRole('combobox', { name: 'Value', exact: true });
			await value.fill('free');
			await client.updateAudience({ site, audience: 'shared', name: 'Renamed', rule: team });
			const conflict = page.getByRole('alert').filter({ hasText: 'Someone else saved version' });
			await conflict.getByText('The trait “plan” is “team”.').waitFor();
			expect(await value.inputValue()).toBe('free');
			expect(await findAxeViolations(page)).toEqual([]);
			await conflict.getByRole('button', { name: 'Keep mine' }).click();
			await page.getByRole('button', { name: 'Save changes' }).click();
			await page.getByText('version 3', { exact: true }).waitFor();
			expect(await client.getAudience({ site, audience: 'shared' })).toMatchObject({
				name: 'Renamed',
				rule: { trait: 'plan', op: 'is', value: 'free' },
			});

			await value.fill('trial');
			await client.updateAudience({ site, audience: 'shared', rule: pro });
			await conflict.getByRole('button', { name: 'Use theirs' }).click();
			expect(await value.inputValue()).toBe('pro');
			await client.updateAudience({ site, audience: 'shared', rule: team });
			await expect.poll(() => value.inputValue()).toBe('team');
			expect(consoleErrors).toEqual([]);
			await close();
		},
	);

	it('does not undo the rename of someone else', async () => {
		await client.createAudience({ site, key: 'named', name: 'Named', rule: pro });
		const { page, close } = await open('audiences/named');
		const value = page.getByRole('combobox', { name: 'Value', exact: true });
		await value.fill('free');
		await client.updateAudience({ site, audience: 'named', name: 'Renamed' });
		await page.getByRole('button', { name: 'Save changes' }).click();
		await page.getByText('version 2', { exact: true }).waitFor();
		expect(await client.getAudience({ site, audience: 'named' })).toMatchObject({
			name: 'Renamed',
			rule: { value: 'free' },
		});
		await close();
	});
});

describe('the editor', () => {
	it('selects a saved audience, and uses its rule', thorough, async () => {
		await client.createAudience({ site, key: 'picked', name: 'Picked', rule: pro });
		const prompt = await makePrompt(undefined);
		const { page, close } = await open(`prompts/${prompt}/edit`);
		await expandAudience(page);
		const stored = async () =>
			(await client.getWorkingCopy({ site, prompt })).content?.['audience'];
		await page.getByLabel('Use a saved audience').selectOption('picked');
		await expect
			.poll(stored, { timeout: 20_000 })
			.toEqual({ saved: 'picked', version: 1, rule: pro });
		await page.getByText(/Version 1 of the saved audience “picked”:/).waitFor();
		await page.getByRole('button', { name: 'Edit for this prompt only' }).click();
		await expect.poll(stored, { timeout: 20_000 }).toEqual(pro);
		await close();
	});

	it('saves a rule as an audience', thorough, async () => {
		const prompt = await makePrompt(team);
		const { page, close } = await open(`prompts/${prompt}/edit`);
		await expandAudience(page);
		await page.getByRole('button', { name: 'Save as audience…' }).click();
		await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('All teams');
		await page.getByRole('button', { name: 'Save audience' }).click();
		await page.getByRole('link', { name: 'All teams' }).waitFor();
		await expect
			.poll(async () => (await client.getWorkingCopy({ site, prompt })).content?.['audience'], {
				timeout: 20_000,
			})
			.toEqual({ saved: 'all-teams', version: 1, rule: team });
		await close();
	});

	it('knows the audiences that were saved after it was opened', thorough, async () => {
		await client.createAudience({ site, key: 'early', name: 'Early', rule: pro });
		const prompt = await makePrompt({ saved: 'early' });
		const { page, close } = await open(`prompts/${prompt}/edit`);
		await expandAudience(page);
		await page.getByRole('link', { name: 'Early' }).waitFor();
		await client.updateAudience({ site, audience: 'early', rule: team });
		await expandAudience(page);
		await expandAudience(page);
		await page.getByRole('button', { name: 'Use version 2' }).waitFor();

		// A colleague saves a revision that uses an audience of today.
		await client.createAudience({ site, key: 'late', name: 'Late', rule: team });
		const content = { ...(await contentOf(prompt)), audience: { saved: 'late' } };
		await client.saveRevision({ site, prompt, content });
		await page.getByRole('link', { name: 'Late' }).waitFor();
		expect(await page.getByText('does not exist on the site').count()).toBe(0);
		await close();
	});

	it('offers the newer version of an audience', thorough, async () => {
		await client.createAudience({ site, key: 'grown', name: 'Grown', rule: pro });
		const prompt = await makePrompt({ saved: 'grown' });
		await client.updateAudience({ site, audience: 'grown', rule: team });
		const { page, close } = await open(`prompts/${prompt}/edit`);
		await expandAudience(page);
		await page.getByText('Version 2 is newer').waitFor();
		await page.getByRole('button', { name: 'Use version 2' }).click();
		await expect
			.poll(async () => (await client.getWorkingCopy({ site, prompt })).content?.['audience'], {
				timeout: 20_000,
			})
			.toEqual({ saved: 'grown', version: 2, rule: team });
		await close();
	});
});

it(
	'the dialog that publishes shows the rule of the version, not only its name',
	thorough,
	async () => {
		await client.createAudience({ site, key: 'approved', name: 'Approved', rule: pro });
		const prompt = await makePrompt({ saved: 'approved' });
		await client.publishPrompt({ site, prompt, revision: 1 });
		await client.updateAudience({ site, audience: 'approved', rule: team });
		const content = { ...(await contentOf(prompt)), audience: { saved: 'approved' } };
		await client.saveRevision({ site, prompt, content });
		const { page, close } = await open(`prompts/${prompt}/revisions`);
		await page
			.getByRole('button', { name: /^Publish/ })
			.first()
			.click();
		const dialog = page.getByRole('dialog');
		await dialog.getByText('Version 2 of the saved audience “approved”:').first().waitFor();
		await dialog.getByText('The trait “plan” is “team”.').first().waitFor();
		await close();
	},
);
