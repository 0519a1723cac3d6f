// Sends responses of a filter to a destination, from the list to the message that the receiver gets.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findAxeViolations, openDialog } from './accessibility.ts';
import { giveResponses } from './add-past-responses.ts';
import { openEnvironment, openPage, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { isFocused } from './keyboard.ts';
import { signInByApi } from './program.ts';

let environment: Environment;
beforeAll(async () => {
	environment = await openEnvironment();
	await giveResponses(environment.stack, 'quick-poll', [
		{ answers: { recommend: 2, why: 'Exports are slow' } },
		{ answers: { recommend: 3, why: 'Too many clicks' } },
	]);
});
afterAll(() => environment?.close());

it('previews the message, leaves responses out, and sends the rest once', async () => {
	const person = await signInByApi(environment.stack);
	const { site } = environment;
	const { id: destination } = await person.createDestination({
		site,
		kind: 'email',
		name: 'Product team',
		recipients: [environment.stack.demo.email],
		schedule: { every: 'message' },
	});
	const { page, close, consoleErrors } = await openPage(environment, {
		storageState: await storeSignIn(environment.stack),
	});
	await page.goto(`/sites/${site}/responses?search=slow`);
	await page.getByText('Exports are slow').waitFor();
	await page.goto(`/sites/${site}/responses`);
	await page.getByRole('button', { name: 'Send…' }).click();
	const dialog = page.getByRole('dialog', { name: 'Send to the team' });
	const preview = dialog.getByRole('article', { name: 'Preview of the message' });
	await preview.getByText('Exports are slow').waitFor();
	await preview.getByText('Too many clicks').waitFor();
	expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
	await dialog.getByLabel('Heading').fill('Slow exports');
	await preview.getByText('Slow exports').waitFor();
	await dialog.getByLabel('Include what visitors wrote').uncheck();
	await preview.getByText('Exports are slow').waitFor({ state: 'detached' });
	await dialog.getByLabel('Include what visitors wrote').check();
	const clicks = preview.getByRole('listitem').filter({ hasText: 'Too many clicks' });
	await clicks.getByRole('button', { name: /^Leave out response/ }).click();
	await clicks.waitFor({ state: 'detached' });
	await dialog.getByRole('button', { name: 'Send now' }).press('Enter');
	await dialog.getByText('Sent to “Product team”').waitFor();
	const result = dialog.locator('[tabindex="-1"]', { hasText: 'Sent to' });
	await expect.poll(() => isFocused(result)).toBe(true);
	const { items } = await person.listDeliveries({ site, destination });
	expect(items).toMatchObject([{ type: 'selection' }]);
	await dialog.getByRole('link', { name: 'log of deliveries' }).click();
	await page.getByText('Responses from a member').waitFor();
	expect(consoleErrors).toEqual([]);
	await close();
});

it('leads to a digest with the filter', async () => {
	const { page, close } = await openPage(environment, {
		storageState: await storeSignIn(environment.stack),
	});
	const { site } = environment;
	const condition = new URLSearchParams({
		condition: JSON.stringify({ answer: 'recommend', op: 'at_most', value: 6 }),
	});
	await page.goto(`/sites/${site}/responses?${condition}`);
	await page.getByRole('button', { name: 'Send…' }).click();
	const dialog = page.getByRole('dialog', { name: 'Send to the team' });
	await dialog.getByRole('link', { name: 'By e-mail every day or week…' }).click();
	await page.getByRole('heading', { name: /^New destination/ }).waitFor();
	await page.getByLabel('Question', { exact: true }).waitFor();
	expect(new URL(page.url()).searchParams.get('every')).toBe('week');
	await close();
});
