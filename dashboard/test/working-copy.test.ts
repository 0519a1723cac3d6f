// Concurrent editing, lost connections and reloads: no change is lost or silently overwritten.
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { makeDraft, waitUntilSaved } from './author.ts';
import { signInByApi } from './program.ts';
import { isFocused } from './keyboard.ts';
import { findAxeViolations } from './accessibility.ts';
import { openSignedIn, startEnvironment } from './environment.ts';
import type { Environment } from './environment.ts';

let environment: Environment;

beforeAll(async () => {
	environment = await startEnvironment();
});
afterAll(() => environment?.close());

async function openEditor(edit: string) {
	const opened = await openSignedIn(environment);
	await opened.page.goto(edit);
	await waitUntilSaved(opened.page);
	return opened;
}

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });

async function readStored(place: { id: string; site: string }) {
	const person = await signInByApi(environment.stack);
	return (await person.getWorkingCopy({ site: place.site, prompt: place.id })).content;
}

/** Two browsers with the same prompt; the first browser saved before the second. */
async function openConflict(surveyId: string) {
	const draft = await makeDraft(environment, { survey_id: surveyId });
	const one = await openEditor(draft.edit);
	const other = await openEditor(draft.edit);
	// The other browser does not poll in the meantime.
	await other.context.setOffline(true);
	await nameField(one.page).fill('By the first');
	await waitUntilSaved(one.page);
	await nameField(other.page).fill('By the second');
	await other.page.locator('[data-save-state="offline"]').waitFor();
	await other.context.setOffline(false);
	await other.page.getByRole('alert', { name: 'Conflict' }).waitFor();
	expect(await readStored(draft)).toMatchObject({ name: 'By the first' });
	return { draft, one, other };
}

describe('two people who edit', () => {
	it('see the author and the time, and can load the other version', thorough, async () => {
		const { draft, one, other } = await openConflict('conflict-theirs');
		const notice = other.page.getByRole('alert', { name: 'Conflict' });
		await notice.getByText(`${environment.stack.demo.email} changed this draft`).waitFor();
		await notice.getByText('Compare their version with yours').click();
		await notice.getByText('“By the second”').waitFor();
		expect(await findAxeViolations(other.page)).toEqual([]);
		await notice.getByRole('button', { name: 'Use theirs' }).click();
		await waitUntilSaved(other.page);
		expect(await nameField(other.page).inputValue()).toBe('By the first');
		expect(await readStored(draft)).toMatchObject({ name: 'By the first' });
		await one.close();
		await other.close();
	});

	it('can download and keep their own version', thorough, async () => {
		const { draft, one, other } = await openConflict('conflict-mine');
		const [download] = await Promise.all([
			other.page.waitForEvent('download'),
			other.page.getByRole('button', { name: 'Download mine' }).click(),
		]);
		expect(download.suggestedFilename()).toBe('conflict-mine-mine.yaml');
		await other.page.getByRole('button', { name: 'Keep mine instead of theirs' }).click();
		await waitUntilSaved(other.page);
		expect(await readStored(draft)).toMatchObject({ name: 'By the second' });
		// The first browser has no unsent changes, so it loads the new version.
		await expect
			.poll(() => nameField(one.page).inputValue(), { timeout: 20_000 })
			.toBe('By the second');
		await one.close();
		await other.close();
	});

	it('are warned of a revision that a program saved', thorough, async () => {
		const draft = await makeDraft(environment, { survey_id: 'conflict-revision' });
		const { page, close } = await openEditor(draft.edit);
		await nameField(page).fill('Mine');
		await waitUntilSaved(page);
		const person = await signInByApi(environment.stack);
		const at = { site: draft.site, prompt: draft.id };
		const { latest } = await person.getPrompt(at);
		const content = { ...latest.content, name: 'By a program' };
		await person.saveRevision({ ...at, content, base: 1 });
		await page.getByText('saved revision 2 of this prompt').waitFor({ timeout: 20_000 });
		await page.getByRole('button', { name: 'Keep mine on top of revision 2' }).click();
		await waitUntilSaved(page);
		await page.getByRole('button', { name: 'Save revision 3' }).click();
		await page.getByText('“By a program”').waitFor();
		await page.getByRole('button', { name: 'Save revision 3' }).last().click();
		await page.getByText('No changes since revision 3').waitFor();
		await close();
	});
});

describe('a revision that a program saved meanwhile', () => {
	it.each(['Save revision 2', 'Publish…'])(
		'leads from “%s” to a choice, by keyboard',
		async (name) => {
			const draft = await makeDraft(environment, { survey_id: `meanwhile-${name.length}` });
			const { page, close } = await openEditor(draft.edit);
			await nameField(page).fill('Mine');
			await waitUntilSaved(page);
			const person = await signInByApi(environment.stack);
			const at = { site: draft.site, prompt: draft.id };
			// The editor polls only after the request that is refused.
			await page.route('**/working-copy', (route) =>
				route.request().method() === 'GET' ? route.abort() : route.continue(),
			);
			await page.getByRole('button', { name, exact: true }).press('Enter');
			const dialog = page.locator('dialog[open]');
			const submit = dialog.getByRole('button', { name: /^(Save|Publish) revision 2$/ });
			await submit.waitFor();
			const { latest } = await person.getPrompt(at);
			await person.saveRevision({
				...at,
				content: { ...latest.content, name: 'By a program' },
				base: 1,
			});
			await page.unroute('**/working-copy');
			await submit.press('Enter');
			const notice = page.getByRole('alert', { name: 'Conflict' });
			await dialog.waitFor({ state: 'detached' });
			await expect
				.poll(() => isFocused(page.locator('[tabindex="-1"]', { has: notice }).last()))
				.toBe(true);
			expect(await nameField(page).inputValue()).toBe('Mine');
			await nameField(page).focus();
			await page.getByRole('button', { name: 'Choose a version' }).press('Enter');
			await page.keyboard.press('Tab');
			await page.keyboard.press('Tab');
			await page.keyboard.press('Enter');
			await waitUntilSaved(page);
			expect(await readStored(draft)).toMatchObject({ name: 'Mine' });
			await expect
				.poll(() => page.evaluate(() => document.activeElement === document.body))
				.toBe(false);
			await close();
		},
	);
});

describe('unsaved changes', () => {
	it('survive a reload during an outage, and are sent after it', thorough, async () => {
		const draft = await makeDraft(environment, { survey_id: 'kept' });
		const { page, close } = await openEditor(draft.edit);
		const { stack } = environment;
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
		await waitUntilSaved(page);
		expect(await readStored(draft)).toMatchObject({ name: 'Typed without the service' });
		await close();
	});

	it('outlive a session that ends while they are typed or published', thorough, async () => {
		const draft = await makeDraft(environment, { survey_id: 'lapsed' });
		const { page, close } = await openEditor(draft.edit);
		const manage = `${environment.stack.apiUrl}/manage/**`;
		// Ends the session at the first request that matches; otherwise, polls would end it before the tested action.
		const end = (first = /./) => {
			let isOver = false;
			return page.route(manage, (route) => {
				isOver ||= first.test(route.request().url());
				return !isOver || route.request().method() === 'OPTIONS'
					? route.continue()
					: route.fulfill({ status: 401, headers: { 'access-control-allow-origin': '*' } });
			});
		};
		const signInAgain = async () => {
			await page.getByText('Your session has ended. Sign in again to continue').waitFor();
			expect(await findAxeViolations(page)).toEqual([]);
			await page.unroute(manage);
			await page.getByRole('button', { name: 'Sign in as the demo person' }).click();
			await page.waitForURL(`**${new URL(draft.edit, environment.url).pathname}`);
			await waitUntilSaved(page);
		};
		await end();
		await nameField(page).fill('Typed too late');
		await signInAgain();
		expect(await nameField(page).inputValue()).toBe('Typed too late');
		expect(await readStored(draft)).toMatchObject({ name: 'Typed too late' });
		await page.getByRole('button', { name: 'Publish…' }).click();
		const publish = page.getByRole('dialog', { name: /^Publish/ });
		await publish.getByText('Typed too late').first().waitFor();
		await end(/\/publish$/);
		await publish.getByRole('button', { name: /^Publish/ }).click();
		await signInAgain();
		expect(await nameField(page).inputValue()).toBe('Typed too late');
		await close();
	});

	it('can be discarded', thorough, async () => {
		const draft = await makeDraft(environment, { survey_id: 'discarded', name: 'As it was' });
		const { page, close } = await openEditor(draft.edit);
		await nameField(page).fill('Never mind');
		await waitUntilSaved(page);
		await page.getByRole('button', { name: 'Discard changes' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
		await page.getByText('No changes since revision 1').waitFor();
		expect(await nameField(page).inputValue()).toBe('As it was');
		expect(await readStored(draft)).toBeNull();
		await close();
	});
});
