// Two people, lost connections and reloads: nothing that was typed is lost or silently overwritten.
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeDraft, waitUntilKept } from './author.ts';
import { signInByApi } from './program.ts';
import { findBarriers, openSignedIn, openStage } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
});
afterAll(() => stage?.close());

async function openEditor(edit: string) {
	const opened = await openSignedIn(stage);
	await opened.page.goto(edit);
	await waitUntilKept(opened.page);
	return opened;
}

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });

async function readStored(place: { id: string; site: string }) {
	const person = await signInByApi(stage.stack);
	return (await person.getWorkingCopy({ site: place.site, prompt: place.id })).content;
}

/** Two browsers with the same prompt, of which the second typed something that the first overtook. */
async function openConflict(surveyId: string) {
	const draft = await makeDraft(stage, { survey_id: surveyId });
	const one = await openEditor(draft.edit);
	const other = await openEditor(draft.edit);
	// The other one hears of nothing meanwhile.
	await other.context.setOffline(true);
	await nameField(one.page).fill('By the first');
	await waitUntilKept(one.page);
	await nameField(other.page).fill('By the second');
	await other.page.locator('[data-save-state="offline"]').waitFor();
	await other.context.setOffline(false);
	await other.page.getByRole('alert', { name: 'Conflict' }).waitFor();
	expect(await readStored(draft)).toMatchObject({ name: 'By the first' });
	return { draft, one, other };
}

describe('two people who edit', () => {
	it('are told who and when, and the one may take what the other stored', async () => {
		const { draft, one, other } = await openConflict('conflict-theirs');
		const notice = other.page.getByRole('alert', { name: 'Conflict' });
		await notice.getByText(`${stage.stack.demo.email} changed this draft`).waitFor();
		await notice.getByText('Compare their version with yours').click();
		await notice.getByText('“By the second”').waitFor();
		expect(await findBarriers(other.page)).toEqual([]);
		await notice.getByRole('button', { name: 'Use theirs' }).click();
		await waitUntilKept(other.page);
		expect(await nameField(other.page).inputValue()).toBe('By the first');
		expect(await readStored(draft)).toMatchObject({ name: 'By the first' });
		await one.context.close();
		await other.context.close();
	});

	it('or keep and download their own', async () => {
		const { draft, one, other } = await openConflict('conflict-mine');
		const [download] = await Promise.all([
			other.page.waitForEvent('download'),
			other.page.getByRole('button', { name: 'Download mine' }).click(),
		]);
		expect(download.suggestedFilename()).toBe('conflict-mine-mine.yaml');
		await other.page.getByRole('button', { name: 'Keep mine instead of theirs' }).click();
		await waitUntilKept(other.page);
		expect(await readStored(draft)).toMatchObject({ name: 'By the second' });
		// The first has nothing unsent, so it follows.
		await expect
			.poll(() => nameField(one.page).inputValue(), { timeout: 20_000 })
			.toBe('By the second');
		await one.context.close();
		await other.context.close();
	});

	it('meet a revision that a program saved beside their draft', async () => {
		const draft = await makeDraft(stage, { survey_id: 'conflict-revision' });
		const { page, context } = await openEditor(draft.edit);
		await nameField(page).fill('Mine');
		await waitUntilKept(page);
		const person = await signInByApi(stage.stack);
		const at = { site: draft.site, prompt: draft.id };
		const { latest } = await person.getPrompt(at);
		const content = { ...latest.content, name: 'By a program' };
		await person.saveRevision({ ...at, content, base: 1 });
		await page.getByText('saved revision 2 of this prompt').waitFor({ timeout: 20_000 });
		await page.getByRole('button', { name: 'Keep mine on top of revision 2' }).click();
		await waitUntilKept(page);
		await page.getByRole('button', { name: 'Save revision 3' }).click();
		await page.getByText('“By a program”').waitFor();
		await page.getByRole('button', { name: 'Save revision 3' }).last().click();
		await page.getByText('No changes since revision 3').waitFor();
		await context.close();
	});
});

describe('what is typed', () => {
	it('survives a reload while the service is away, and is sent when it is back', async () => {
		const draft = await makeDraft(stage, { survey_id: 'kept' });
		const { page, context } = await openEditor(draft.edit);
		const { stack } = stage;
		await page.route(`${stack.apiUrl}/manage/**/working-copy`, (route) =>
			route.request().method() === 'PUT' ? route.abort() : route.continue(),
		);
		await nameField(page).fill('Typed without the service');
		await page.locator('[data-save-state="offline"]').waitFor();
		await page.reload();
		await page.locator('[data-save-state="offline"]').waitFor();
		expect(await nameField(page).inputValue()).toBe('Typed without the service');
		expect((await readStored(draft)) ?? {}).not.toMatchObject({
			name: 'Typed without the service',
		});
		await page.unroute(`${stack.apiUrl}/manage/**/working-copy`);
		await waitUntilKept(page);
		expect(await readStored(draft)).toMatchObject({ name: 'Typed without the service' });
		await context.close();
	});

	it('can be discarded', async () => {
		const draft = await makeDraft(stage, { survey_id: 'discarded', name: 'As it was' });
		const { page, context } = await openEditor(draft.edit);
		await nameField(page).fill('Never mind');
		await waitUntilKept(page);
		await page.getByRole('button', { name: 'Discard changes' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
		await page.getByText('No changes since revision 1').waitFor();
		expect(await nameField(page).inputValue()).toBe('As it was');
		expect(await readStored(draft)).toBeNull();
		await context.close();
	});
});
