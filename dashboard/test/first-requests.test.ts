// The page uses the responses to the requests that index.html sends, based only on its URL. Nothing is requested twice.
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { listFirstRequests } from '../src/lib/session/first-requests.ts';
import { makeDraft } from './author.ts';
import { openPage, startEnvironment, signIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { signInByApi } from './program.ts';

let environment: Environment;
let page: Page;
let ids: Record<'site' | 'prompt' | 'workspace', string>;
beforeAll(async () => {
	environment = await startEnvironment();
	({ page } = await openPage(environment));
	await signIn(page, environment.stack);
	await page.addInitScript(disablePolling);
	const { site, id } = await makeDraft(environment, { survey_id: 'first-requests' });
	const { workspaces } = await (await signInByApi(environment.stack)).whoami();
	ids = { site, prompt: id, workspace: workspaces[0]!.id };
});
afterAll(() => environment?.close());

const pages: [path: string, drawn: string][] = [
	['/sites/[site]/overview', 'Live'],
	['/sites/[site]/prompts', 'Prompt'],
	['/sites/[site]/prompts/new', 'First week'],
	['/sites/[site]/prompts/[prompt]/edit', 'Thank-you screen'],
	['/sites/[site]/prompts/[prompt]/results', 'No data yet'],
	['/sites/[site]/prompts/[prompt]/revisions', 'First revision'],
	['/sites/[site]/audiences', 'Pro plan'],
	['/sites/[site]/events', 'Last 30 days'],
	['/sites/[site]/events/live', 'No events yet'],
	['/sites/[site]/events/test', 'Test case'],
	['/sites/[site]/responses', 'No responses yet'],
	['/sites/[site]/inbox', 'No text answers yet'],
	['/sites/[site]/settings/general', 'Time zone'],
	['/sites/[site]/settings/integrations', 'Nothing is sent yet'],
	['/workspaces/[workspace]/members', 'Roles'],
];

it.each(pages)('%s', thorough, async (path, drawn) => {
	const address = path.replaceAll(/\[(\w+)\]/g, (_, name: keyof typeof ids) => ids[name]);
	const requests = new Set(listFirstRequests(new URL(address, environment.url)));
	expect(requests.size).toBeGreaterThan(0);
	const asked: string[] = [];
	let release!: () => void;
	const accountReleased = new Promise<void>((resolve) => (release = resolve));
	const isAccount = /\/manage\/whoami$/;
	await page.route('**/functions/v1/manage/**', async (route) => {
		const url = route.request().url();
		asked.push(url.slice(url.indexOf('/manage') + '/manage'.length));
		if (isAccount.test(url)) await accountReleased;
		await route.continue().catch(() => undefined);
	});
	await page.goto(address);
	// These requests do not wait for the account.
	await expect.poll(() => asked.filter((one) => requests.has(one)).length).toBe(requests.size);

	release();
	await page.getByRole('main').getByText(drawn, { exact: true }).first().waitFor();
	// A repeated request means that the page did not use the prefetched one.
	const twice = [...requests].filter((one) => asked.filter((other) => other === one).length > 1);
	expect(twice).toEqual([]);
	await page.unrouteAll({ behavior: 'ignoreErrors' });
});

/** Runs in the page: disables polling. */
function disablePolling(): void {
	const { setTimeout: wait } = window;
	const patient = (act: () => void, after = 0) => (after < 1_000 ? wait(act, after) : 0);
	Object.assign(window, { setTimeout: patient });
}
