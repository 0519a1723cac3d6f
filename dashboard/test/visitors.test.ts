import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { listSites, signInByApi } from './program.ts';
import { findFaults } from './accessibility.ts';
import { openSignedIn, openEnvironment } from './environment.ts';
import type { Environment } from './environment.ts';
import { createVisitor } from './visitor.ts';

let environment: Environment;
beforeAll(async () => {
	environment = await openEnvironment();
});
afterAll(() => environment?.close());

it('a visitor is found, exported and erased', async () => {
	const account = 'user_ada';
	const visitor = createVisitor(environment.stack, account);
	await visitor.report('report.exported', { format: 'pdf' });
	await visitor.answer('quick-poll', [{ answers: { recommend: 9, why: 'Calm.' }, final: true }]);
	const person = await signInByApi(environment.stack);
	const [site] = (await listSites(person)) as [string];
	const { page, close, consoleErrors } = await openSignedIn(environment);

	await page.goto(`/sites/${site}/visitors`);
	await page.getByText('What you can search for').waitFor();
	await page.getByLabel('Account ID or visitor ID').fill(visitor.id);
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: account }).waitFor();
	await page.getByRole('region', { name: 'Browser and traits' }).getByText('team').waitFor();
	await page.getByRole('region', { name: 'Events' }).getByText('report.exported').waitFor();
	await page.getByRole('region', { name: 'Displays' }).getByText('unconfirmed').waitFor();
	// The questions in the order of the prompt, with their titles instead of IDs.
	const responses = page.getByRole('region', { name: 'Responses' });
	await responses.getByText('How likely are you to recommend Reports?').waitFor();
	expect(await responses.getByRole('term').allTextContents()).toEqual([
		'How likely are you to recommend Reports?',
		'What is the main reason for your score?',
	]);
	const why = page.getByRole('region', { name: 'Why doesn’t this visitor see a prompt?' });
	const refusal = { error: { code: 'not_found', message: 'Not yet.' } };
	const answer = { status: 404, json: refusal };
	await page.route(/\/why\?/, (route) => route.fulfill(answer), { times: 1 });
	await why.getByLabel('Prompt').selectOption({ label: 'Quick poll' });
	await why.getByRole('button', { name: 'Try again' }).click();
	const link = why.getByRole('link', { name: 'Quick poll' });
	await link.waitFor();
	expect(await link.getAttribute('href')).toMatch(new RegExp(`/sites/${site}/prompts/`));
	expect(await findFaults(page)).toEqual([]);

	const downloading = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Export as JSON' }).click();
	const kept = await readFile(await (await downloading).path(), 'utf8');
	expect(JSON.parse(kept)).toMatchObject({
		subjects: [{ account }],
		visitors: [{ id: visitor.id }],
	});

	await page.getByRole('button', { name: 'Erase…' }).click();
	const dialog = page.getByRole('dialog', { name: 'Erase this account?' });
	const erase = dialog.getByRole('button', { name: 'Erase permanently' });
	await dialog.getByLabel('Account ID').fill('another account');
	expect(await erase.isDisabled()).toBe(true);
	expect(await findFaults(page)).toEqual([]);
	await dialog.getByLabel('Account ID').fill(account);
	await erase.click();
	await page.getByRole('heading', { name: 'Erased' }).waitFor();
	await expect.poll(() => new URL(page.url()).search).toBe('');
	expect(await findFaults(page)).toEqual([]);

	await page.goto(`/sites/${site}/visitors?account=${account}`);
	await page.getByText('No account with the ID').waitFor();
	// The browser logs the 404 responses.
	expect(consoleErrors.filter((text) => !text.includes('404'))).toEqual([]);
	await close();
});

it('a trait that is an answer is shown with its question', async () => {
	const person = await signInByApi(environment.stack);
	const [site] = (await listSites(person)) as [string];
	const survey = `role-${crypto.randomUUID()}`;
	const { id } = await person.createPrompt({
		site,
		content: {
			survey_id: survey,
			name: 'Role',
			questions: [{ id: 'uses', type: 'yes_no', title: 'Do you code?', trait: 'is_developer' }],
		},
	});
	await person.publishPrompt({ site, prompt: id, revision: 1 });
	const account = `user_${survey}`;
	const visitor = createVisitor(environment.stack, account);
	await visitor.report('report.opened', {});
	await visitor.answer(survey, [{ answers: { uses: true }, final: true }]);
	const { page, close, consoleErrors } = await openSignedIn(environment);
	await page.goto(`/sites/${site}/visitors?account=${account}`);
	const traits = page.getByRole('region', { name: 'Traits from answers' });
	await traits.getByText('is_developer').waitFor();
	await traits.getByText(`The answer to uses of ${survey}`).waitFor();
	expect(await findFaults(page)).toEqual([]);
	expect(consoleErrors).toEqual([]);
	await close();
	await person.archivePrompt({ site, prompt: id });
});
