import { promptSchema } from '@feedback/contract';
import type { FrameLocator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findAxeViolations, usualLooks } from './accessibility.ts';
import { openEnvironment, openPage, storeSignIn, type Environment } from './environment.ts';
import { signInByApi } from './program.ts';
import type { Storage } from './reusable-pages.ts';

let environment: Environment;
let signedIn: Storage;
let prompt: string;
const name = 'ticket.closed';
const surveyId = 'ticket-closed';

beforeAll(async () => {
	environment = await openEnvironment();
	signedIn = await storeSignIn(environment.stack);
	const person = await signInByApi(environment.stack);
	const { site } = environment;
	const content = promptSchema.parse({
		survey_id: surveyId,
		name: 'Closed tickets',
		questions: [{ id: 'why', type: 'long_text', title: 'Was this solved?' }],
		trigger: { events: [name] },
		audience: { trait: 'plan', op: 'is', value: 'pro' },
	});
	({ id: prompt } = await person.createPrompt({ site, content }));
	await person.publishPrompt({ site, prompt, revision: 1 });
	// The frame's origin is on no list, and a browser without a window counts as a bot.
	await person.updateSettings({ site, origins: ['https://app.example'], detect_bots: false });
});
afterAll(() => environment?.close());

async function open(options: Parameters<typeof openPage>[1] = {}) {
	const opened = await openPage(environment, { storageState: signedIn, ...options });
	await opened.page.goto(`/sites/${environment.site}/events/test-page?name=${name}`);
	await opened.page
		.getByRole('button', { name: 'Report event' })
		.and(opened.page.locator(':enabled'))
		.waitFor();
	return { ...opened, app: opened.page.frameLocator('iframe[title="Test app"]') };
}

const log = (page: Page, text: string) =>
	page.getByRole('region', { name: 'What happened' }).getByText(text);

const report = (page: Page) => page.getByRole('button', { name: 'Report event' }).click();

async function answer(app: FrameLocator, text: string) {
	const field = app.getByRole('textbox');
	await field.fill(text);
	await app.getByRole('button', { name: 'Send' }).click();
}

describe('the test page', () => {
	it('displays a prompt to a visitor who meets its rules, and keeps the answer', async () => {
		const { page, app, close, consoleErrors } = await open();
		await report(page);
		await log(page, 'No prompt').waitFor();
		await page.getByLabel('Account ID').fill('user_test');
		await page.getByLabel('Traits, as JSON').fill('{"plan": "pro"}');
		await page.getByRole('button', { name: 'Identify' }).click();
		await report(page);
		await answer(app, 'Yes, thanks');
		await log(page, `Answered ${surveyId}`).waitFor();
		const person = await signInByApi(environment.stack);
		await expect
			.poll(async () => (await person.listResponses({ site: environment.site, prompt })).items)
			.toMatchObject([{ account: 'user_test', answers: { why: 'Yes, thanks' } }]);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('starts over as another visitor, whom the limits do not know', async () => {
		const { page, app, close } = await open();
		const show = page.getByRole('button', { name: /^Show / }).first();
		const shown = page.getByRole('listitem').filter({ hasText: name }).getByRole('button');
		await shown.click();
		await app.getByText('Was this solved?').waitFor();
		await page.getByRole('button', { name: 'Start as a new visitor' }).click();
		await show.and(page.locator(':enabled')).waitFor();
		await shown.click();
		await app.getByText('Was this solved?').waitFor();
		await close();
	});

	it('names what is wrong with properties, and reports nothing', async () => {
		const { page, close } = await open();
		await page.getByLabel('Properties, as JSON').fill('{"a": {}}');
		await report(page);
		await page.getByText('Enter a flat JSON object').waitFor();
		await expect(log(page, `Reported ${name}`).count()).resolves.toBe(0);
		await close();
	});

	it.each(usualLooks)('has no accessibility violations in $colorScheme', async (look) => {
		const { page, app, close } = await open({
			colorScheme: look.colorScheme,
			viewport: look.viewport,
		});
		await page.getByRole('button', { name: 'phone' }).click();
		await page.getByRole('listitem').filter({ hasText: name }).getByRole('button').click();
		await app.getByText('Was this solved?').waitFor();
		if (process.env['PICTURES'])
			await page.screenshot({
				path: `${process.env['PICTURES']}/test-page-${look.colorScheme}.png`,
				fullPage: true,
			});
		expect(await findAxeViolations(page)).toEqual([]);
		await close();
	});
});
