// Connecting a channel of Slack. The tests answer in place of Slack.
import type { Client } from '@feedback/client';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findFaults } from './accessibility.ts';
import { openEnvironment, openSignedIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { signInByApi } from './program.ts';

let environment: Environment;
let person: Client;
beforeAll(async () => {
	environment = await openEnvironment();
	person = await signInByApi(environment.stack);
});
afterAll(() => environment?.close());

const path = () => `/sites/${environment.site}/settings/integrations/new/slack`;
const channel = { name: '#feedback', workspace: 'Acme' };

/** Slack's page returns at once, with this query besides the state. */
async function answerAsSlack(page: Page, query: Record<string, string>) {
	await page.route('https://slack.com/oauth/v2/authorize?*', (route) => {
		const asked = new URL(route.request().url()).searchParams;
		const back = new URL(asked.get('redirect_uri')!);
		back.search = new URLSearchParams({ ...query, state: asked.get('state')! }).toString();
		return route.fulfill({ status: 302, headers: { location: back.href } });
	});
}

async function begin(query: Record<string, string>, name = '') {
	const opened = await openSignedIn(environment);
	const { page } = opened;
	await answerAsSlack(page, query);
	await page.goto(path());
	const button = page.getByRole('button', { name: 'Connect to Slack' });
	await button.waitFor();
	await page.getByLabel('Name', { exact: true }).fill(name);
	return { ...opened, button };
}

it('returns to the form with the channel, and creates the destination', async () => {
	const { page, button, close, consoleErrors } = await begin({ code: 'code' });
	expect(await findFaults(page)).toEqual([]);
	const sealed = 'slack_sealed';
	await page.route('**/slack/authorizations/finish', (route) =>
		route.fulfill({ json: { authorization: sealed, channel } }),
	);
	await button.click();
	await page.getByText('Posts to #feedback in the Slack workspace Acme.').waitFor();
	expect(new URL(page.url()).pathname).toBe(path());
	expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('#feedback');
	expect(await page.content()).not.toContain(sealed);
	expect(await findFaults(page)).toEqual([]);
	const creating = page.waitForRequest((request) => request.method() === 'POST');
	await page.getByRole('button', { name: 'Create destination' }).click();
	expect((await creating).postDataJSON()).toMatchObject({ kind: 'slack', url: sealed });
	// The service did not seal it.
	await page.getByText('url is not an authorization of this person for this site').waitFor();
	await page.getByRole('button', { name: 'Choose another channel' }).waitFor();
	expect(consoleErrors.filter((line) => !/status of 400/.test(line))).toEqual([]);
	await close();
});

it('says beside the form that it was cancelled, and loses nothing that was typed', async () => {
	const { page, button, close, consoleErrors } = await begin({ error: 'access_denied' }, 'News');
	await page.getByLabel('Include the visitor’s account ID and traits').check();
	await button.click();
	await page.getByText('You cancelled in Slack, so nothing is connected.').waitFor();
	expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('News');
	expect(await page.getByLabel('Include the visitor’s account ID and traits').isChecked()).toBe(
		true,
	);
	expect(await findFaults(page)).toEqual([]);
	// A webhook can still be pasted.
	await page.getByText('Paste the URL of a webhook instead').click();
	const url = 'https://hooks.slack.com/services/T0/B0/secret-part';
	await page.getByLabel('URL of the incoming webhook').fill(url);
	expect(consoleErrors).toEqual([]);
	await close();
});

it('is refused to a page that this tab did not begin', async () => {
	const { page, close, consoleErrors } = await openSignedIn(environment);
	await page.goto('/slack?code=code&state=forged');
	await page.getByRole('heading', { name: 'Nothing to connect' }).waitFor();
	const { items } = await person.listDestinations({ site: environment.site });
	expect(items.filter(({ kind }) => kind === 'slack')).toEqual([]);
	expect(consoleErrors).toEqual([]);
	await close();
});
