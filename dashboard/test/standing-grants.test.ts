// A person allows further revisions with conditions, and sees what they allowed.
import type { Client } from '@feedback/client';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findFaults } from './accessibility.ts';
import { makeDraft } from './author.ts';
import { openPage, openEnvironment, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { connectProgram, listSites, signInByApi } from './program.ts';

let environment: Environment;
let person: Client;
let program: Client;
let site: string;
let workspace: string;

beforeAll(async () => {
	environment = await openEnvironment();
	person = await signInByApi(environment.stack);
	site = (await listSites(person))[0]!;
	workspace = (await person.whoami()).workspaces[0]!.id;
	program = await connectProgram(environment.stack, person, 'laptop (linux)');
});
afterAll(() => environment?.close());

const survey = 'with-conditions';
const phone = { width: 390, height: 844 };

async function open(path: string, options: Parameters<typeof openPage>[1] = {}) {
	const storageState = await storeSignIn(environment.stack);
	const opened = await openPage(environment, { storageState, ...options });
	await opened.page.goto(path);
	await opened.page.locator('main h1').waitFor();
	return opened;
}

it('allows further revisions with conditions, asks about others, and lists what was used', async () => {
	const { id: prompt } = await makeDraft(environment, { survey_id: survey, name: 'Conditions' });
	const { latest } = await person.getPrompt({ site, prompt });
	const save = async (change: object) =>
		(await person.saveRevision({ site, prompt, content: { ...latest.content, ...change } }))
			.revision;
	const asked = await program.requestGrant({ action: 'prompt:publish', site, prompt, revision: 1 });

	const { page, close, consoleErrors } = await open(`/approvals/${asked.id}`, { viewport: phone });
	const further = page.getByRole('region', { name: 'Further revisions' });
	await further.getByLabel('Also allow further revisions, with conditions').check();
	expect(await further.getByLabel('Survey IDs, separated by commas').inputValue()).toBe(survey);
	// Nobody allows everything.
	for (const name of ['Only texts change', 'Only these prompts', 'A number of uses']) {
		await further.getByLabel(name).uncheck();
	}
	const approve = page.getByRole('button', { name: 'Approve', exact: true });
	await approve.click();
	expect((await person.getGrantRequest({ request: asked.id })).state).toBe('pending');
	for (const name of ['Only texts change', 'A budget per week', 'A forecast', 'A number of uses']) {
		await further.getByLabel(name).check();
	}
	expect(await findFaults(page)).toEqual([]);
	for (const name of ['A budget per week', 'A forecast']) await further.getByLabel(name).uncheck();
	await further.getByLabel('Uses', { exact: true }).fill('2');
	await approve.click();
	await page.getByText('It may also publish further revisions until').waitFor();
	await page.getByText('at most 2 times').waitFor();
	expect(consoleErrors).toEqual([]);
	await close();

	await program.publishPrompt({ site, prompt, revision: 1 });
	await program.publishPrompt({
		site,
		prompt,
		revision: await save({ thank_you: { title: 'Hi' } }),
	});
	const refused = await save({ priority: 9 });
	await expect(program.publishPrompt({ site, prompt, revision: refused })).rejects.toMatchObject({
		code: 'approval_required',
		hint: expect.stringContaining('only texts may change, and this changes priority'),
	});

	const { items: waiting } = await program.listGrantRequests({ state: 'pending' });
	const next = waiting.find(({ revision }) => revision === refused)!;
	const second = await open(`/approvals/${next.id}`);
	await second.page.getByText('Its standing permission does not cover this').waitFor();
	await second.page.getByText('only texts may change, and this changes priority').waitFor();
	expect(await findFaults(second.page)).toEqual([]);

	await second.page.goto('/connections');
	const row = second.page
		.getByRole('listitem')
		.filter({ hasText: 'Publish revisions without asking' });
	await row.getByText('used once').waitFor();
	await row.getByText('at most 2 times').first().waitFor();
	expect(await findFaults(second.page)).toEqual([]);

	await second.page.goto(`/workspaces/${workspace}/audit`);
	await second.page.getByText(/^\s*Allowed by a standing permission:/).waitFor();
	await second.page.getByText(/^\s*With a standing permission:/).waitFor();
	await second.close();
});
