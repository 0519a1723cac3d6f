// Deleting prompts, sites, workspaces and accounts, and undoing it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import {
	findAxeViolations,
	getHorizontalOverflow,
	setLook,
	usualLooks,
	openDialog,
} from './accessibility.ts';
import { makeDraft, seededSite } from './author.ts';
import { openSignedIn, startEnvironment } from './environment.ts';
import type { Environment } from './environment.ts';
import { signInByApi } from './program.ts';

let environment: Environment;
beforeAll(async () => {
	environment = await startEnvironment();
});
afterAll(() => environment?.close());

describe('a prompt', () => {
	it(
		'that nobody has seen is deleted without typing its name, and the deletion is undone',
		thorough,
		async () => {
			const tag = crypto.randomUUID().slice(0, 8);
			const name = `Unwanted ${tag}`;
			const { id } = await makeDraft(environment, { survey_id: `unwanted-${tag}`, name });
			const site = await seededSite(environment);
			const { page, close, consoleErrors } = await openSignedIn(environment);
			await page.goto(`/sites/${site}/prompts`);
			const menu = page.getByRole('button', { name: `Actions for ${name}` });
			await menu.click();
			await page.getByRole('menuitem', { name: 'Delete…' }).click();
			const dialog = page.getByRole('dialog', { name: `Delete “${name}”?` });
			const submit = dialog.getByRole('button', { name: 'Delete the prompt' });
			await dialog.getByText('1 revision').waitFor();
			expect(await dialog.getByRole('textbox').count()).toBe(0);
			expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
			await submit.click();
			await dialog.waitFor({ state: 'detached' });

			// The list marks the prompt, and links to undoing the deletion.
			const row = page.getByRole('listitem').filter({ hasText: name });
			await row.getByText('to be deleted').waitFor();
			for (const look of usualLooks) {
				await setLook(page, look);
				expect(await findAxeViolations(page)).toEqual([]);
				expect(await getHorizontalOverflow(page)).toBe(0);
			}
			await menu.click();
			await page.getByRole('menuitem', { name: 'Undo the deletion…' }).waitFor();
			expect(await page.getByRole('menuitem', { name: 'Publish…' }).count()).toBe(0);
			await page.keyboard.press('Escape');
			await row.getByRole('button', { name: `Undo the deletion of ${name}` }).click();
			const undo = page.getByRole('dialog', { name: `Undo the deletion of “${name}”?` });
			await undo.getByText('This prompt will be deleted on').waitFor();
			await undo.getByRole('button', { name: 'Undo the deletion' }).click();
			await row.getByText('to be deleted').waitFor({ state: 'detached' });
			await undo.waitFor({ state: 'detached' });

			// Deleted again, the prompt is marked on its page.
			const owner = await signInByApi(environment.stack);
			await owner.deletePrompt({ site, prompt: id, confirm: name });
			await page.goto(`/sites/${site}/prompts/${id}/results`);
			const notice = page.getByRole('region', { name: 'Scheduled for deletion' });
			await notice.getByText('This prompt will be deleted on').waitFor();
			expect(await findAxeViolations(page)).toEqual([]);
			await notice.getByRole('button', { name: 'Undo the deletion' }).click();
			await notice.waitFor({ state: 'detached' });

			await owner.deletePrompt({ site, prompt: id, confirm: name });
			await page.goto(`/sites/${site}/settings/general`);
			const deleted = page.getByRole('region', { name: 'Deleted prompts' });
			await deleted.getByRole('button', { name: `Undo the deletion of ${name}` }).click();
			await deleted
				.getByRole('button', { name: `Undo the deletion of ${name}` })
				.waitFor({ state: 'detached' });
			expect(consoleErrors).toEqual([]);
			await close();
		},
	);
});

it('opens the dialog at the address that the command prints', thorough, async () => {
	const tag = crypto.randomUUID().slice(0, 8);
	const { id: prompt } = await makeDraft(environment, {
		survey_id: `linked-${tag}`,
		name: 'Linked',
	});
	const site = await seededSite(environment);
	const owner = await signInByApi(environment.stack);
	const [workspace] = (await owner.whoami()).workspaces;
	const previews = [
		await owner.previewPromptDeletion({ site, prompt }),
		await owner.previewSiteDeletion({ site }),
		await owner.previewWorkspaceDeletion({ workspace: workspace!.id }),
	];
	const { page, close, consoleErrors } = await openSignedIn(environment);
	for (const { url, name } of previews) {
		await page.goto(new URL(url).pathname + new URL(url).search);
		const dialog = page.getByRole('dialog', { name: `Delete “${name}”?` });
		// A draft takes no typing.
		const last =
			name === 'Linked'
				? dialog.getByRole('button', { name: 'Delete the prompt' })
				: dialog.getByLabel(`Type “${name}” to confirm`);
		await last.waitFor();
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'detached' });
	}
	expect(consoleErrors).toEqual([]);
	await close();
});

describe('a site', () => {
	it('is closed, and opened again, in its settings', thorough, async () => {
		const owner = await signInByApi(environment.stack);
		const [workspace] = (await owner.whoami()).workspaces;
		const name = `Shop ${crypto.randomUUID().slice(0, 8)}`;
		const { id } = await owner.createSite({ workspace: workspace!.id, name });
		const { page, close, consoleErrors } = await openSignedIn(environment);
		await page.goto(`/sites/${id}/settings/general`);
		await page.getByRole('button', { name: 'Delete the site…' }).click();
		const dialog = page.getByRole('dialog', { name: `Delete “${name}”?` });
		await dialog.getByLabel(`Type “${name}” to confirm`).fill(name);
		for (const look of usualLooks) {
			await setLook(page, look);
			expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
			expect(await getHorizontalOverflow(page)).toBe(0);
		}
		await dialog.getByRole('button', { name: 'Delete the site' }).click();
		const panel = page.getByRole('region', { name: 'Scheduled for deletion' });
		await panel.getByText('This site will be deleted on').waitFor();
		await panel.getByRole('button', { name: 'Undo the deletion' }).click();
		await page.getByRole('region', { name: 'Delete the site' }).waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('an account', () => {
	it(
		'of the only owner of a workspace names it; without one it is deleted, and kept again',
		thorough,
		async () => {
			const owner = await signInByApi(environment.stack);
			const { email, workspaces } = await owner.whoami();
			const { id: workspace, name } = workspaces[0]!;
			const { page, close, consoleErrors } = await openSignedIn(environment);
			await page.goto('/account');
			const open = page.getByRole('button', { name: 'Delete your account…' });
			await open.click();
			const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
			await dialog.getByText('These workspaces have no other owner.').waitFor();
			expect(await dialog.getByRole('link', { name }).getAttribute('href')).toBe(
				`/workspaces/${workspace}/members`,
			);
			for (const look of usualLooks) {
				await setLook(page, look);
				expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
				expect(await getHorizontalOverflow(page)).toBe(0);
			}
			await page.keyboard.press('Escape');

			const { id: deletion } = await owner.deleteWorkspace({ workspace, confirm: name });
			await open.click();
			const submit = dialog.getByRole('button', { name: 'Delete your account' });
			await dialog.getByText('1 membership').waitFor();
			expect(await submit.isDisabled()).toBe(true);
			await dialog.getByLabel(`Type “${email}” to confirm`).fill(email!);
			expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
			await submit.click();
			const panel = page.getByRole('region', { name: 'Scheduled for deletion' });
			await panel.getByText('This account will be deleted on').waitFor();
			await panel.getByRole('button', { name: 'Undo the deletion' }).click();
			await page.getByRole('region', { name: 'Delete your account' }).waitFor();
			await owner.undoDeletion({ workspace, deletion });
			expect(consoleErrors).toEqual([]);
			await close();
		},
	);
});
