// Questions in words, from the switch of an owner to the rows that answer.
import type { Client } from '@feedback/client';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findAxeViolations } from './accessibility.ts';
import { openEnvironment, openPage, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { signInByApi } from './program.ts';
import { createVisitor } from './visitor.ts';

let environment: Environment;
let person: Client;
let site: string;
beforeAll(async () => {
	environment = await openEnvironment();
	({ site } = environment);
	person = await signInByApi(environment.stack);
	for (const [account, recommend, why] of [
		['ada', 2, 'Exports are SLOW'],
		['bob', 3, 'Too many clicks'],
		['cem', 10, 'Slow, but good'],
	] as const) {
		await createVisitor(environment.stack, account).answer('quick-poll', [
			{ answers: { recommend, why }, final: true },
		]);
	}
});
afterAll(() => environment?.close());

const open = async () =>
	openPage(environment, { storageState: await storeSignIn(environment.stack) });

it('an owner switches it on, and a question becomes a filter, a chart and quotes', async () => {
	const { page, close, consoleErrors } = await open();
	await page.goto(`/sites/${site}/ask`);
	await page.getByRole('heading', { name: 'Switched off at this site' }).waitFor();
	expect(await findAxeViolations(page)).toEqual([]);
	await page.getByRole('link', { name: 'Open the settings' }).click();
	await page.getByText('The operator of this service chose test-model').waitFor();
	await page.getByLabel('Members may ask about responses in words').check();
	const panel = page.getByRole('region', { name: 'Ask in words' });
	await panel.getByRole('button', { name: 'Save' }).click();
	await page.getByText('Ask in words: off → on').waitFor();

	await page.goto(`/sites/${site}/responses`);
	await page.getByRole('link', { name: 'Ask in words' }).click();
	await page.getByLabel('Your question').fill('What do detractors say about slow exports?');
	await page.keyboard.press('Enter');
	const heading = page.getByRole('heading', { name: /^1 response to “.+” in the last 30 days/ });
	await heading.waitFor();
	expect(await heading.textContent()).toMatch(/, from detractors, with “slow”\s*$/);
	const quotes = page.getByRole('region', { name: 'What they say' });
	await quotes.getByText('Exports are').waitFor();
	expect(await quotes.getByRole('listitem').count()).toBe(1);
	expect(await quotes.locator('mark').textContent()).toBe('SLOW');
	await page.getByRole('region', { name: /recommend Reports/ }).waitFor();
	expect(await page.getByLabel('Period').inputValue()).toBe('30');
	expect(await findAxeViolations(page)).toEqual([]);

	// The filter can be changed without another question, and a reload keeps it.
	await page.getByLabel('Period').selectOption('7');
	await page.getByRole('heading', { name: /in the last 7 days/ }).waitFor();
	await page.reload();
	await page.getByRole('heading', { name: /in the last 7 days/ }).waitFor();
	await heading
		.or(page.getByRole('heading', { name: /^1 response/ }))
		.getByRole('link')
		.click();
	await page.waitForURL(/\/responses\?/);
	await page.getByText('Exports are SLOW').waitFor();
	expect(await page.getByText('Too many clicks').count()).toBe(0);
	expect(consoleErrors).toEqual([]);
	await close();
	const { model } = await person.getAskInWords({ site });
	expect(model).toMatchObject({ name: 'test-model' });
});

it('says what was left out, and what can be asked', async () => {
	await person.updateSettings({ site, ask_in_words: true });
	const { page, close } = await open();
	await page.goto(`/sites/${site}/ask`);
	const field = page.getByLabel('Your question');
	await field.fill('Who wrote about clicks, and is it raining?');
	await page.getByRole('button', { name: 'Ask', exact: true }).click();
	await page.getByText('The tag: the site does not have it.').waitFor();
	await page.getByRole('heading', { name: 'Responses with “clicks”' }).waitFor();
	await page.getByRole('region', { name: 'What they say' }).getByText('Too many').waitFor();
	await field.fill('What is the weather?');
	await page.getByRole('button', { name: 'Ask', exact: true }).click();
	await page.getByRole('alert').getByText('could not be translated').waitFor();
	await page.getByText('Ask about responses: to a prompt').waitFor();
	expect(await field.inputValue()).toBe('What is the weather?');
	await close();
});

it('says without a model what it would do, and how it is switched on', async () => {
	const { page, close } = await open();
	await page.route('**/ask', (route) =>
		route.request().resourceType() === 'document'
			? route.fallback()
			: route.fulfill({ json: { switched_on: false, model: null } }),
	);
	await page.goto(`/sites/${site}/ask`);
	await page.getByRole('heading', { name: 'This service has no language model' }).waitFor();
	await page.getByText('ask.url').waitFor();
	expect(await page.getByLabel('Your question').count()).toBe(0);
	await page.getByRole('link', { name: 'Filter responses yourself' }).waitFor();
	await page.unroute('**/ask');
	await close();
});
