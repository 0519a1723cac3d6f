import type { Client } from '@feedback/client';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { makeDraft } from './author.ts';
import { tabTo } from './keyboard.ts';
import { ageSignIn, connectProgram, listSites, signInByApi } from './program.ts';
import {
	findAxeViolations,
	findFaults,
	getHorizontalOverflow,
	openDialog,
} from './accessibility.ts';
import { openPage, openEnvironment, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';

let environment: Environment;
let person: Client;
let program: Client;
let site: string;

beforeAll(async () => {
	environment = await openEnvironment();
	person = await signInByApi(environment.stack);
	site = (await listSites(person))[0]!;
});
afterAll(() => environment?.close());

beforeEach(async () => {
	// Each test has its own program, because grants must not carry over.
	person = await signInByApi(environment.stack);
	program = await connectProgram(environment.stack, person, 'laptop (linux)');
});

async function openApproval(path: string, options: Parameters<typeof openPage>[1] = {}) {
	// Not shared, because a test may make the sign-in outdated.
	const storageState = await storeSignIn(environment.stack);
	const opened = await openPage(environment, { storageState, ...options });
	await opened.page.goto(path);
	await opened.page.locator('main h1').waitFor();
	return opened;
}

const pathOf = ({ id }: { id: string }) => `/approvals/${id}`;
const decision = (page: Page) => page.getByRole('region', { name: 'Your decision' });
const duration = (page: Page) => decision(page).getByLabel('How long');

async function findPrompt(surveyId: string) {
	const { items } = await person.listPrompts({ site, content: true });
	return items.find((prompt) => prompt.survey_id === surveyId)!;
}

/** Saves a revision with a different question and a narrower audience than the published one. */
async function saveRevision(title: string) {
	const { id, content } = await findPrompt('export-experience');
	const changed = structuredClone(content!);
	changed.questions[0]!.title = title;
	changed.audience = { trait: 'plan', op: 'is', value: 'pro' };
	return person.saveRevision({ site, prompt: id, content: changed });
}

describe('a request to publish', () => {
	it('describes the changes, and approving once publishes only that revision', async () => {
		const saved = await saveRevision('Was it easy?');
		const request = await program.requestGrant({
			action: 'prompt:publish',
			site,
			prompt: saved.id,
			revision: saved.revision,
		});
		expect(request.url).toBe(`${environment.url}${pathOf(request)}`);
		const { page, close, consoleErrors } = await openApproval(pathOf(request));
		await page
			.getByRole('heading', { level: 1, name: `publish revision ${saved.revision}` })
			.waitFor();
		await page.getByText(/acts for\s+you, .+, since/).waitFor();
		const short = page.getByRole('region', { name: 'In short' });
		await short.getByText(/^Would have reached/).waitFor();
		await short.getByText('The trait “plan” is “pro”.').waitFor();
		await short.getByText(/Question “\w+”, Audience, compared with revision/).waitFor();
		await page.locator('[data-preview]').getByText('Was it easy?').waitFor();
		const changes = page.getByRole('region', { name: /^What changes from revision/ });
		await changes.getByText('Asks “Was it easy?”').first().waitFor();
		await changes.getByText('Everyone.').first().waitFor();
		await changes.getByText('The trait “plan” is “pro”.').first().waitFor();
		await changes.getByText(saved.sha256).waitFor();
		await changes.getByText('Prompt file').click();
		await changes.getByText('+ title: Was it easy?', { exact: false }).first().waitFor();

		await page.getByRole('button', { name: 'Approve once' }).click();
		await page.getByText('Valid for one use until').waitFor();
		const published = await program.publishPrompt({
			site,
			prompt: saved.id,
			revision: saved.revision,
		});
		expect(published.published_revision).toBe(saved.revision);
		const again = await saveRevision('Something else?');
		await expect(
			program.publishPrompt({ site, prompt: again.id, revision: again.revision }),
		).rejects.toMatchObject({ code: 'approval_required' });
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('is decided on the first screen of a phone', thorough, async () => {
		const title = 'Wie zufrieden sind Sie mit dem Export Ihrer großen, abgestimmten Berichte?';
		const { id } = await makeDraft(environment, {
			survey_id: 'zufriedenheit-mit-dem-export-grosser-abgestimmter-berichte',
			name: 'Zufriedenheit mit dem Export großer, abgestimmter Berichte im Finanzbereich',
			language: 'de',
			translations: {},
			questions: [{ id: 'zufriedenheit', type: 'rating', scale: 5, title, required: true }],
		});
		const asked = { action: 'prompt:publish', site, prompt: id, revision: 1 } as const;
		const { page, close } = await openApproval(pathOf(await program.requestGrant(asked)), {
			viewport: { width: 390, height: 844 },
		});
		const approve = page.getByRole('button', { name: 'Approve once' });
		await approve.and(page.locator(':enabled')).waitFor();
		await page
			.getByRole('region', { name: 'In short' })
			.getByText(/^Would have reached/)
			.waitFor();
		await page.locator('[data-preview]').getByText(title).waitFor();
		const bar = (await decision(page).boundingBox())!;
		for (const shown of [
			page.getByText(/^Would have reached/),
			page.locator('[data-preview]').getByText(title),
			approve,
			page.getByRole('button', { name: 'Deny…' }),
		]) {
			const { y, height } = (await shown.boundingBox())!;
			expect(y + height).toBeLessThanOrEqual(844);
		}
		const drawn = (await page.locator('[data-preview]').getByText(title).boundingBox())!;
		expect(drawn.y + drawn.height).toBeLessThanOrEqual(bar.y);
		expect(await getHorizontalOverflow(page)).toBe(0);
		await close();
	});

	it('is approved with the person’s changes, which the program learns', async () => {
		const asked = await saveRevision('As the program wants it?');
		const at = { site, prompt: asked.id };
		const request = await program.requestGrant({
			action: 'prompt:publish',
			...at,
			revision: asked.revision,
		});
		const { page, close, consoleErrors } = await openApproval(pathOf(request));
		await page.getByRole('link', { name: 'Edit the prompt' }).waitFor();
		const edited = await saveRevision('As the person wants it?');
		await page.getByLabel(`Revision ${edited.revision}, saved later by`).check();
		const changed = page.getByRole('region', { name: 'Which revision' });
		await changed.getByText('Asks “As the person wants it?”').waitFor();
		await page.locator('[data-preview]').getByText('As the person wants it?').waitFor();
		await page.getByRole('button', { name: 'Approve once' }).click();
		await page.getByText('Valid for one use until').waitFor();
		await expect(program.publishPrompt({ ...at, revision: asked.revision })).rejects.toMatchObject({
			code: 'approved_with_changes',
		});
		expect((await program.getGrantRequest({ request: request.id })).changes).toEqual([
			{
				path: 'questions.0.title',
				before: 'As the program wants it?',
				after: 'As the person wants it?',
			},
		]);
		const published = await program.publishPrompt({ ...at, revision: edited.revision });
		expect(published.published_revision).toBe(edited.revision);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('warns about an event that was never reported and a missing site key', async () => {
		const unseen = await makeDraft(environment, {
			survey_id: 'never-seen',
			trigger: { events: ['invoice.payed'], source: 'backend' },
		});
		const asked = { action: 'prompt:publish', site, prompt: unseen.id, revision: 1 } as const;
		const { page, close } = await openApproval(pathOf(await program.requestGrant(asked)));
		await page.getByText('“invoice.payed” was never reported').waitFor();
		await page.getByText('The site has no site key').waitFor();
		await close();
	});

	it('shows what is probably a mistake, in the words of the command', async () => {
		const { id, content } = await findPrompt('export-experience');
		const changed = { ...structuredClone(content!), sampling: { rate: 0 } };
		const { revision } = await person.saveRevision({ site, prompt: id, content: changed });
		const asked = { action: 'prompt:publish', site, prompt: id, revision } as const;
		const { page, close } = await openApproval(pathOf(await program.requestGrant(asked)));
		const { warnings } = await person.validatePrompt({ content: changed });
		expect(warnings.map(({ path }) => path.join('.'))).toContain('sampling.rate');
		const shown = page.getByRole('list', { name: 'Warnings' }).getByRole('listitem');
		await shown.first().waitFor();
		expect(
			(await shown.allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ').trim()),
		).toEqual(warnings.map(({ path, message }) => `${path.join('.')} ${message}`));
		await close();
	});

	it(
		'for an older revision shows the rollback, even if a newer one is published in the meantime',
		thorough,
		async () => {
			const survey_id = 'going-back';
			const { id } = await makeDraft(environment, { survey_id, name: 'Going back' });
			const { latest } = await person.getPrompt({ site, prompt: id });
			for (const name of ['Second', 'Third']) {
				await person.saveRevision({ site, prompt: id, content: { ...latest.content, name } });
			}
			await person.publishPrompt({ site, prompt: id, revision: 1 });
			const request = await program.requestGrant({
				action: 'prompt:publish',
				site,
				prompt: id,
				revision: 2,
			});
			const { page, close, consoleErrors } = await openApproval(pathOf(request));
			await page.getByRole('heading', { level: 1, name: 'publish revision 2' }).waitFor();
			await page.getByRole('region', { name: 'What changes from revision 1 to 2' }).waitFor();
			expect(await page.getByText('goes back').count()).toBe(0);

			await person.publishPrompt({ site, prompt: id, revision: 3 });
			await page
				.getByRole('heading', { level: 1, name: 'roll back from revision 3 to 2 of “going-back”' })
				.waitFor();
			await page.getByText('This goes back from revision 3 to 2').waitFor();
			await page.getByText('This undoes the changes in revision 3.', { exact: true }).waitFor();
			await page.getByRole('region', { name: 'What changes from revision 3 to 2' }).waitFor();
			expect(await findAxeViolations(page)).toEqual([]);
			await page.goto('/approvals');
			await page.getByText('wants to roll back from revision 3 to 2 of “going-back”').waitFor();
			expect(consoleErrors).toEqual([]);
			await close();
		},
	);

	it('requires a confirmation if the program may read responses', async () => {
		const reading = await program.requestGrant({ action: 'response:read', site });
		await person.approveGrant({ request: reading.id, mode: 'until' });
		const saved = await saveRevision('A mixed one?');
		const request = await program.requestGrant({
			action: 'prompt:publish',
			site,
			prompt: saved.id,
			revision: saved.revision,
		});
		const { page, close } = await openApproval(pathOf(request));
		await page.getByText('Responses may have been read', { exact: true }).waitFor();
		const approve = page.getByRole('button', { name: 'Approve once' });
		await approve.click();
		const tick = page.getByLabel('Allow publishing although responses may have been read');
		expect(await tick.evaluate((box: HTMLInputElement) => box.validity.valueMissing)).toBe(true);
		expect((await person.getGrantRequest({ request: request.id })).state).toBe('pending');
		await tick.check();
		await approve.click();
		await page.getByText('Approved', { exact: true }).waitFor();
		const [grant] = (await program.listGrants({})).items.filter(
			({ action }) => action === 'prompt:publish',
		);
		expect(grant).toMatchObject({ combination: true, mode: 'once', revision: saved.revision });
		await close();
	});

	it('without a revision states that it pauses, resumes and archives, and is denied with a reason', async () => {
		const { id } = await findPrompt('quick-poll');
		const request = await program.requestGrant({ action: 'prompt:publish', site, prompt: id });
		const { page, close } = await openApproval(pathOf(request));
		await page.getByRole('heading', { level: 1, name: /^Pause, resume or archive/ }).waitFor();
		await page.getByRole('button', { name: 'Deny…' }).click();
		await page.getByLabel('Why not? The program reads this.').fill('Wait until Monday.');
		await page.getByRole('button', { name: 'Deny', exact: true }).click();
		await page.getByText('Denied', { exact: true }).waitFor();
		await page.getByText('Your reason: Wait until Monday.').waitFor();
		expect(await program.getGrantRequest({ request: request.id })).toMatchObject({
			state: 'denied',
			reason: 'Wait until Monday.',
		});
		await expect(program.pausePrompt({ site, prompt: id })).rejects.toMatchObject({
			code: 'approval_required',
			hint: expect.stringContaining(
				'They denied the same request within the last 24 hours: “Wait until Monday.”.',
			) as string,
		});
		await close();
	});
});

describe('an approval for a period', () => {
	it('requires a recent sign-in, then continues', async () => {
		const request = await program.requestGrant({ action: 'prompt:draft', site });
		const { page, close, consoleErrors } = await openApproval(pathOf(request));
		await ageSignIn(environment.stack, page);
		await page.getByText('It creates, changes and archives audiences.').waitFor();
		await page.getByText('It creates, changes and deletes the site’s saved filters.').waitFor();
		expect(await duration(page).inputValue()).not.toBe('0');
		await duration(page).selectOption('For 1 hour');
		await page.getByRole('button', { name: 'Approve for 1 hour' }).click();

		const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
		await dialog.waitFor();
		expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
		await dialog.getByLabel('Password').fill('not the password');
		await page.keyboard.press('Enter');
		await dialog.getByText('The e-mail address or the password is wrong.').waitFor();
		await dialog.getByLabel('Password').fill(environment.stack.demo.password);
		await page.keyboard.press('Enter');

		await page.getByText('Valid until').waitFor();
		await dialog.waitFor({ state: 'hidden' });
		const [grant] = (await program.listGrants({})).items;
		expect(grant).toMatchObject({ action: 'prompt:draft', mode: 'until', site });
		const hours = Date.parse(grant!.expires_at) - Date.parse(grant!.approved_at);
		expect(hours / 3_600_000).toBeCloseTo(1, 1);
		// The browser logs the rejected password and the rejected old sign-in.
		expect(consoleErrors.filter((line) => !/status of 40[03]/.test(line))).toEqual([]);
		await close();
	});

	it('is not given if the person cancels the sign-in', thorough, async () => {
		const request = await program.requestGrant({ action: 'response:read', site });
		const { page, close } = await openApproval(pathOf(request));
		await ageSignIn(environment.stack, page);
		await page.getByRole('button', { name: 'Approve for 24 hours' }).click();
		const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
		await dialog.waitFor();
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'hidden' });
		await page.getByRole('button', { name: 'Approve for 24 hours' }).waitFor();
		expect((await program.getGrantRequest({ request: request.id })).state).toBe('pending');
		await close();
	});
});

describe('a pending request', () => {
	it('appears on every page automatically, and disappears once decided', async () => {
		const { page, close, consoleErrors } = await openApproval('/connections');
		const approvals = page.getByRole('navigation').getByRole('link', { name: /^Approvals/ });
		await approvals.waitFor();
		const { items: known } = await person.listGrantRequests({ state: 'pending', limit: 200 });
		const before = known.length;
		await expect.poll(() => waiting(page)).toBe(before);
		const { workspaces } = await person.whoami();
		const request = await program.requestGrant({
			action: 'site:create',
			workspace: workspaces[0]!.id,
		});
		await expect.poll(() => waiting(page), { timeout: 15_000 }).toBe(before + 1);
		await approvals.click();
		const rows = page.getByRole('region', { name: 'Pending' }).getByRole('link');
		const row = rows.filter({ hasText: 'create a site in “Demo workspace”' });
		await row.first().click();
		await page.waitForURL(`**${pathOf(request)}`);
		await page.getByRole('button', { name: 'Deny…' }).click();
		await page.keyboard.press('Escape');
		await page.getByRole('button', { name: 'Deny…' }).click();
		await page.getByRole('button', { name: 'Deny', exact: true }).click();
		await page.getByText('Denied', { exact: true }).waitFor();
		await expect.poll(() => waiting(page)).toBe(before);
		await approvals.click();
		const decided = page.getByRole('region', { name: 'Decided and expired' });
		await decided
			.getByRole('link', { name: /create a site.*denied/ })
			.first()
			.waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('is decided with the keyboard alone', async () => {
		const request = await program.requestGrant({ action: 'prompt:draft', site });
		const { page, close } = await openApproval(pathOf(request));
		await page.getByRole('link', { name: 'Skip to your decision' }).focus();
		await page.keyboard.press('Enter');
		await page.keyboard.press('Tab');
		await page.keyboard.type('Once');
		await expect.poll(() => duration(page).inputValue()).toBe('0');
		// Deny comes before Approve.
		await page.keyboard.press('Tab');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.getByText('Valid for one use until').waitFor();
		expect((await program.listGrants({})).items).toMatchObject([{ mode: 'once' }]);
		await close();
	});

	it('to publish is found, read and approved with the keyboard alone', async () => {
		const reading = await program.requestGrant({ action: 'response:read', site });
		await person.approveGrant({ request: reading.id, mode: 'until' });
		const saved = await saveRevision('Was it easy by keyboard?');
		const asked = { site, prompt: saved.id, revision: saved.revision };
		await program.requestGrant({ action: 'prompt:publish', ...asked });
		const { page, close, consoleErrors } = await openApproval('/connections');
		await page.keyboard.press('g');
		await page.keyboard.press('a');
		const pending = page.getByRole('region', { name: 'Pending' });
		const own = new RegExp(`publish revision ${saved.revision} of “export-experience”`);
		await tabTo(page, pending.getByRole('link', { name: own }));
		await page.keyboard.press('Enter');
		await page.getByRole('region', { name: 'In short' }).waitFor();
		await page.locator('[data-preview]').getByText('Was it easy by keyboard?').waitFor();
		const approve = page.getByRole('button', { name: 'Approve once' });
		await approve.and(page.locator(':enabled')).waitFor();
		const tick = page.getByLabel('Allow publishing although responses may have been read');
		await tabTo(page, tick);
		await page.keyboard.press('Space');
		await tabTo(page, approve);
		await page.keyboard.press('Enter');
		await page.getByText('Valid for one use until').waitFor();
		const { published_revision: published } = await program.publishPrompt(asked);
		expect(published).toBe(saved.revision);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('of another person cannot be opened', thorough, async () => {
		const { page, close } = await openApproval('/approvals/01980000-0000-7000-8000-00000000ffff');
		await page.getByText('There is no such request for you.').waitFor();
		await page.getByText('Only the person whose program asked can see a request.').waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		await close();
	});
});

describe('the page of connections', () => {
	it('says what each program last did, and pauses all of them until an owner resumes them', async () => {
		await program.requestGrant({ action: 'prompt:draft', site });
		const { page, close, consoleErrors } = await openApproval('/connections');
		await page
			.getByText(/^Last action: requested an approval on “.+”,/)
			.first()
			.waitFor();
		await page.getByRole('button', { name: /^Pause programs/ }).click();
		await page.getByRole('button', { name: 'Pause now' }).click();
		await page
			.getByText(/^\s*Paused by .+ since .+\. No program may\s+do anything here\.\s*$/)
			.waitFor();
		await expect(program.listPrompts({ site })).rejects.toMatchObject({ code: 'agents_paused' });
		expect(await findFaults(page)).toEqual([]);
		await page.getByRole('button', { name: 'Resume programs' }).click();
		await page.getByRole('button', { name: /^Pause programs/ }).waitFor();
		await program.listPrompts({ site });
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('the approvals pages', () => {
	it('are accessible', thorough, async () => {
		const saved = await saveRevision('How was it for you?');
		const reading = await program.requestGrant({ action: 'response:read', site });
		await person.approveGrant({ request: reading.id, mode: 'once' });
		const request = await program.requestGrant({
			action: 'prompt:publish',
			site,
			prompt: saved.id,
			revision: saved.revision,
		});
		const { page, context, close, consoleErrors } = await openApproval(pathOf(request));
		await page.getByRole('region', { name: /^What changes/ }).waitFor();
		await page
			.locator('details')
			.evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
		await page.getByRole('region', { name: 'Prompt file' }).waitFor();
		await page.getByText(/^Would have reached/).waitFor();
		await duration(page).selectOption('For 7 days');
		expect(await findFaults(page)).toEqual([]);
		await page.goto('/approvals');
		await page
			.getByRole('region', { name: 'Decided and expired' })
			.getByRole('link')
			.first()
			.waitFor();
		expect(await findFaults(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		expect(await context.cookies()).toEqual([]);
		await close();
	});
});

/** The number of pending requests in the navigation. */
async function waiting(page: Page): Promise<number> {
	const link = page.getByRole('navigation').getByRole('link', { name: /^Approvals/ });
	return Number(/\d+/.exec(await link.innerText())?.[0] ?? 0);
}
