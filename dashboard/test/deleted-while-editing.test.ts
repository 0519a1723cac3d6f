// A prompt, its site or its workspace is deleted while someone edits it: the editor shows who did it, and no change is
// lost.
import type { Page } from 'playwright';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { limits } from '@feedback/contract';

import { thorough } from '../../testing/thorough.ts';
import type { SharedStack } from '../../testing/shared-stack.ts';
import { findAxeViolations, findFaults, openDialog } from './accessibility.ts';
import { makeDraft, waitUntilSaved } from './author.ts';
import { addColleague } from './colleague.ts';
import { openPage, openSignedIn, startEnvironment, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { signInByApi } from './program.ts';

let environment: Environment;
/** Another owner. */
let ada: SharedStack;

beforeAll(async () => {
	environment = await startEnvironment();
	ada = await addColleague(environment.stack, 'owner');
});
afterAll(() => environment?.close());

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const noticeOf = (page: Page) => page.getByRole('alert', { name: 'Deleted' });

/** An open editor in which a person has typed a name. */
async function type(name: string, edit: string, as: SharedStack = environment.stack) {
	const opened = await openPage(environment, { storageState: await storeSignIn(as) });
	await opened.page.goto(edit);
	await waitUntilSaved(opened.page);
	await nameField(opened.page).fill(name);
	await waitUntilSaved(opened.page);
	return opened;
}

async function makeNamed(name: string) {
	const tag = crypto.randomUUID().slice(0, 8);
	return makeDraft(environment, { survey_id: `shared-${tag}`, name });
}

/** Runs the maintenance step that deletes, as it would run once a deletion can no longer be undone. */
async function deleteForGood() {
	const sql = postgres(environment.stack.adminUrl, { max: 1, onnotice() {} });
	const later = new Date(Date.now() + (limits.deletion.undoDays * 24 + 1) * 3_600_000);
	try {
		for (let next: string | undefined = 'deletions'; next === 'deletions';) {
			const [row] = await sql<{ next: string }[]>`
				select app.maintain('deletions', ${later}, 1000) as next`;
			next = row?.next;
		}
	} finally {
		await sql.end();
	}
}

describe('an open editor whose prompt is deleted', () => {
	it(
		'names who did it, keeps what is typed, and undoes it with the keyboard',
		thorough,
		async () => {
			const { id, site, edit } = await makeNamed('Shared');
			const { page, close, consoleErrors } = await type('Typed before', edit);
			const colleague = await signInByApi(ada);
			await colleague.deletePrompt({ site, prompt: id, confirm: 'Shared' });
			const notice = noticeOf(page);
			await notice.getByText(`${ada.demo.email} deleted this prompt`).waitFor();
			await notice.getByText('Nothing you typed is lost').waitFor();
			expect(await findFaults(page, { within: '[role=alert]' })).toEqual([]);
			expect(await page.getByRole('button', { name: 'Publish…' }).isDisabled()).toBe(true);
			await nameField(page).fill('Typed after');
			await waitUntilSaved(page);

			await page.getByRole('button', { name: 'To be deleted' }).focus();
			await page.keyboard.press('Enter');
			await page.keyboard.press('Tab');
			const undo = notice.getByRole('button', { name: 'Undo the deletion' });
			expect(await undo.evaluate((button) => button === document.activeElement)).toBe(true);
			await page.keyboard.press('Enter');
			await notice.waitFor({ state: 'detached' });
			expect(await nameField(page).inputValue()).toBe('Typed after');
			const { content } = await colleague.getWorkingCopy({ site, prompt: id });
			expect(content).toMatchObject({ name: 'Typed after' });
			expect(consoleErrors).toEqual([]);
			await close();
		},
	);

	it('offers a copy to a person who may not undo the deletion', thorough, async () => {
		const { id, site, edit } = await makeNamed('Published');
		const owner = await signInByApi(environment.stack);
		const { latest } = await owner.getPrompt({ site, prompt: id });
		await owner.publishPrompt({ site, prompt: id, revision: 1, sha256: latest.sha256 });
		const editor = await addColleague(environment.stack, 'editor');
		const { page, close, consoleErrors } = await type('By the editor', edit, editor);
		await owner.deletePrompt({ site, prompt: id, confirm: 'Published' });
		const notice = noticeOf(page);
		await notice.getByText('an owner of the workspace can undo the deletion').waitFor();
		expect(await notice.getByRole('button', { name: 'Undo the deletion' }).count()).toBe(0);
		const [download] = await Promise.all([
			page.waitForEvent('download'),
			notice.getByRole('button', { name: 'Download mine' }).click(),
		]);
		expect(download.suggestedFilename()).toBe(`${latest.content.survey_id}-mine.yaml`);
		await notice.getByRole('button', { name: 'Save as a new prompt' }).click();
		await page.waitForURL((url) => !url.pathname.includes(id));
		await waitUntilSaved(page);
		expect(await nameField(page).inputValue()).toBe('By the editor');
		expect(await notice.count()).toBe(0);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('reports that a revision was saved but not published', thorough, async () => {
		const { id, site, edit } = await makeNamed('Almost');
		const { page, close } = await type('Almost published', edit);
		await page.getByRole('button', { name: 'Publish…' }).click();
		const dialog = page.getByRole('dialog', { name: 'Publish your changes?' });
		const publish = dialog.getByRole('button', { name: 'Publish revision 2' });
		await publish.waitFor();
		// The page does not know about the deletion yet.
		await page.route('**/manage/**/deletions*', (route) => route.abort());
		await page.route('**/manage/deletions*', (route) => route.abort());
		await (await signInByApi(ada)).deletePrompt({ site, prompt: id, confirm: 'Almost' });
		await publish.click();
		await dialog.getByText('The prompt is scheduled for deletion.').waitFor();
		await dialog.getByText('Revision 2 is saved, but not published.').waitFor();
		await page.unrouteAll();
		await page.keyboard.press('Escape');
		await noticeOf(page).waitFor();
		expect(await nameField(page).inputValue()).toBe('Almost published');
		await close();
	});

	it('shows who deleted it to a person who publishes it unchanged', thorough, async () => {
		const { id, site, edit } = await makeNamed('Unchanged');
		const { page, close } = await openSignedIn(environment);
		await page.goto(edit);
		await page.getByRole('button', { name: 'Publish…' }).click();
		const dialog = page.getByRole('dialog', { name: 'Publish revision 1?' });
		const publish = dialog.getByRole('button', { name: 'Publish revision 1' });
		await publish.waitFor();
		await (await signInByApi(ada)).deletePrompt({ site, prompt: id, confirm: 'Unchanged' });
		await publish.click();
		await dialog.getByText(`${ada.demo.email} deleted this prompt. Close this dialog`).waitFor();
		expect(await dialog.getByText('Reload the page').count()).toBe(0);
		await page.setViewportSize({ width: 360, height: 740 });
		await page.keyboard.press('Escape');
		await noticeOf(page).waitFor();
		// Two lines of buttons, however long the status is.
		const { height } = (await page.locator('[data-editor-bar]').boundingBox())!;
		expect(height).toBeLessThan(100);
		await close();
	});
});

describe('an open editor whose prompt is gone', () => {
	it('keeps typed text in the browser, even after a reload', thorough, async () => {
		const { id, site, edit } = await makeNamed('Gone');
		const { page, close } = await type('Typed before', edit);
		await page.getByRole('button', { name: 'Save revision 2' }).click();
		const dialog = page.getByRole('dialog', { name: 'Save revision 2' });
		await dialog.getByRole('button', { name: 'Save revision 2' }).waitFor();
		await (await signInByApi(ada)).deletePrompt({ site, prompt: id, confirm: 'Gone' });
		await deleteForGood();
		await dialog.getByRole('button', { name: 'Save revision 2' }).click();
		await dialog.getByText('This prompt was deleted, or you can no longer see it.').waitFor();
		await dialog.getByText('your version is saved in this browser').waitFor();
		expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
		await page.keyboard.press('Escape');

		const notice = noticeOf(page);
		await notice.getByText('This prompt is gone').waitFor();
		await nameField(page).fill('Typed after');
		expect(await findFaults(page, { within: '[role=alert]' })).toEqual([]);
		await page.reload();
		await page.getByText('Your changes are still here').waitFor();
		expect(await findFaults(page, { within: '[role=alert]' })).toEqual([]);
		await page.getByRole('button', { name: 'Save as a new prompt' }).click();
		await page.waitForURL((url) => !url.pathname.includes(id));
		await waitUntilSaved(page);
		expect(await nameField(page).inputValue()).toBe('Typed after');
		await close();
	});
});

it('names a site that is deleted, and undoes that', thorough, async () => {
	const owner = await signInByApi(environment.stack);
	const [workspace] = (await owner.whoami()).workspaces;
	const { id: site } = await owner.createSite({ workspace: workspace!.id, name: 'Second shop' });
	const template = await makeNamed('On the second site');
	const { latest } = await owner.getPrompt({ site: template.site, prompt: template.id });
	const { id: prompt } = await owner.createPrompt({ site, content: latest.content });
	const { page, close } = await type('Kept', `/sites/${site}/prompts/${prompt}/edit`);
	await (await signInByApi(ada)).deleteSite({ site, confirm: 'Second shop' });
	const notice = noticeOf(page);
	await notice.getByText(`${ada.demo.email} deleted the site “Second shop”`).waitFor();
	expect(await findFaults(page, { within: '[role=alert]' })).toEqual([]);
	await notice.getByRole('button', { name: 'Undo the deletion' }).click();
	await notice.waitFor({ state: 'detached' });
	expect(await nameField(page).inputValue()).toBe('Kept');
	await close();
});

describe('changes that someone discards', () => {
	it('stay in the editor of another person until they decide', thorough, async () => {
		const { id, site, edit } = await makeNamed('As it was');
		const { page, close } = await type('Still wanted', edit);
		const at = { site, prompt: id };
		await (await signInByApi(ada)).discardWorkingCopy(at);
		const notice = page.getByRole('alert', { name: 'Conflict' });
		await notice.getByText('Someone discarded the changes to this prompt').waitFor();
		await notice.getByRole('button', { name: 'Go back to revision 1' }).waitFor();
		expect(await findFaults(page, { within: '[role=alert]' })).toEqual([]);
		expect(await nameField(page).inputValue()).toBe('Still wanted');
		await page.reload();
		await notice.getByRole('button', { name: 'Keep mine' }).click();
		await waitUntilSaved(page);
		const { content } = await (await signInByApi(ada)).getWorkingCopy(at);
		expect(content).toMatchObject({ name: 'Still wanted' });
		await close();
	});
});

it('reports that someone archived the prompt', thorough, async () => {
	const { id, site, edit } = await makeNamed('Archived');
	const { page, close } = await openSignedIn(environment);
	await page.goto(edit);
	await waitUntilSaved(page);
	await (await signInByApi(ada)).archivePrompt({ site, prompt: id });
	await nameField(page).fill('Too late');
	const status = page.locator('[data-save-state="unsaved"]');
	await status.getByText('An archived prompt cannot be edited; duplicate it.').waitFor();
	await close();
});
