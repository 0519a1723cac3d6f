import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Client } from '@feedback/client';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import {
	ageSignIn,
	askForToken,
	beginAuthorization,
	beginDevice,
	connectProgram,
	leaveWithProgram,
	listSites,
	redeemCode,
	signInByApi,
} from './program.ts';
import { findAxeViolations, findFaults } from './accessibility.ts';
import { openPage, startEnvironment, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';

let environment: Environment;
let person: Client;
let site: string;

beforeAll(async () => {
	environment = await startEnvironment();
	site = (await listSites(await signInByApi(environment.stack)))[0]!;
});
afterAll(() => environment?.close());
beforeEach(async () => {
	person = await signInByApi(environment.stack);
});

async function openAs(path: string, options: Parameters<typeof openPage>[1] = {}) {
	// Not shared, because a test may make the sign-in outdated.
	const storageState = await storeSignIn(environment.stack);
	const opened = await openPage(environment, { storageState, ...options });
	await opened.page.goto(path);
	await opened.page.locator('main h1').waitFor();
	return opened;
}

/** A local program that waits for the redirect of its sign-in. */
async function listenForAnswer() {
	let answered: (query: URLSearchParams) => void;
	const answer = new Promise<URLSearchParams>((resolve) => (answered = resolve));
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1');
		response.end('done');
		if (pathname === '/callback') answered(searchParams);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { answer, redirect: `http://127.0.0.1:${port}/callback`, close: () => server.close() };
}

describe('consent', () => {
	it('connects a program to the chosen sites, with the chosen permissions', async () => {
		const listener = await listenForAnswer();
		const asked = await beginAuthorization(environment.stack, {
			name: 'Code editor',
			redirect: listener.redirect,
			scope: 'connect prompt:draft response:read',
		});
		const { page, close, consoleErrors } = await openAs(asked.url);
		await ageSignIn(environment.stack, page);
		await page.getByRole('heading', { level: 1, name: 'Connect Code editor?' }).waitFor();
		await page.getByText('It is not verified').waitFor();
		await page.getByText('127.0.0.1', { exact: true }).waitFor();
		await page.getByText('It connects a program on this computer').waitFor();
		expect(await page.getByLabel('Reports').isChecked()).toBe(true);
		expect(await page.getByLabel('Read responses').isChecked()).toBe(false);
		await page.getByLabel('Save drafts of prompts').check();
		await page.getByRole('button', { name: 'Connect' }).click();

		const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
		await dialog.getByRole('button', { name: 'Sign in again as the demo person' }).click();
		const answer = await listener.answer;
		expect(answer.get('state')).toBe('a state');
		expect(answer.get('iss')).toBe(`${environment.stack.apiUrl}/oauth`);
		const program = await redeemCode(environment.stack, asked, answer.get('code')!);
		const identity = await program.whoami();
		expect(identity.connection).toMatchObject({ name: 'Code editor', sites: [site] });
		expect(identity.grants.map(({ action }) => action)).toEqual(['prompt:draft']);
		expect(consoleErrors.filter((line) => !line.includes('status of 403'))).toEqual([]);
		listener.close();
		await close();
	});

	it('rejects a program and notifies it', thorough, async () => {
		const listener = await listenForAnswer();
		const asked = await beginAuthorization(environment.stack, {
			name: 'Nosy',
			redirect: listener.redirect,
		});
		const { page, close } = await openAs(asked.url);
		await page.getByRole('button', { name: 'Reject' }).click();
		expect((await listener.answer).get('error')).toBe('access_denied');
		listener.close();
		await close();
	});

	it('needs a site, and hides unknown and other people’s requests', thorough, async () => {
		const asked = await beginAuthorization(environment.stack, {
			name: 'Web tool',
			redirect: 'https://tool.example/callback',
		});
		const { page, close } = await openAs(asked.url);
		await page.getByText('tool.example', { exact: true }).waitFor();
		expect(await page.getByText('It connects a program on this computer').count()).toBe(0);
		// A website has its own warning.
		await page.getByText('It connects a website: tool.example', { exact: true }).waitFor();
		await page.getByLabel('Reports').uncheck();
		await page.getByRole('button', { name: 'Connect' }).click();
		await page.getByText('Choose at least one site.').waitFor();
		await page.goto('/authorize/01980000-0000-7000-8000-00000000ffff');
		await page.getByRole('heading', { level: 1, name: 'No pending sign-in' }).waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		await close();
	});

	it('is accessible', thorough, async () => {
		const asked = await beginAuthorization(environment.stack, {
			name: 'A'.repeat(80),
			redirect: 'http://127.0.0.1:1/callback',
			scope: 'connect site:create prompt:draft response:read',
		});
		const { page, close, consoleErrors } = await openAs(asked.url);
		await page.getByRole('button', { name: 'Connect' }).waitFor();
		expect(await findFaults(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('a device code', () => {
	it('is approved after a sign-in', async () => {
		const device = await beginDevice(environment.stack, 'build-server (linux)');
		const { page, close } = await openPage(environment);
		await page.goto(`/device?user_code=${device.user_code}`);
		await page.waitForURL('**/sign-in?next=*');
		await page.getByRole('button', { name: 'Sign in as the demo person' }).click();
		await page.getByText(device.user_code, { exact: true }).waitFor();
		await page.getByText('build-server (linux)').waitFor();
		await page.getByRole('button', { name: 'The codes match: connect' }).click();
		await page.getByText('Device connected').waitFor();
		const { access_token: token } = await askForToken(environment.stack, device.device_code);
		expect(token).toMatch(/^fbt_/);
		await close();
	});

	it('is rejected after typing it', thorough, async () => {
		const device = await beginDevice(environment.stack, 'another laptop');
		const { page, close } = await openAs('/device');
		const field = page.getByLabel('Code');
		await field.fill('short');
		await page.keyboard.press('Enter');
		await page.getByText('A code has eight letters').waitFor();
		await field.fill(device.user_code.toLowerCase().replace('-', ' '));
		await page.keyboard.press('Enter');
		await page.getByText('another laptop').waitFor();
		await page.getByRole('button', { name: 'Reject' }).click();
		await page.getByText('Device rejected').waitFor();
		expect(await askForToken(environment.stack, device.device_code)).toMatchObject({
			error: 'access_denied',
		});
		await close();
	});

	it('that is unknown is reported', thorough, async () => {
		const { page, close } = await openAs('/device?user_code=BBBB-BBBB');
		await page.getByText('No machine shows this code').waitFor();
		await page.getByLabel('Code').waitFor();
		await close();
	});

	it('is accessible', thorough, async () => {
		const device = await beginDevice(environment.stack, 'laptop (darwin)');
		const { page, close, consoleErrors } = await openAs(`/device?user_code=${device.user_code}`);
		await page.getByText(device.user_code, { exact: true }).waitFor();
		expect(await findFaults(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('connections', () => {
	const rowOf = (page: Page, name: string) =>
		page
			.getByRole('region', { name: 'Signed-in programs' })
			.locator('> ul > li', { hasText: name });

	it('show how to connect an agent to this instance', async () => {
		const { page, close, consoleErrors } = await openAs('/connections');
		const panel = page.getByRole('region', { name: 'Connect an agent' });
		const url = `${environment.stack.apiUrl}/mcp`;
		await panel.getByText(url, { exact: true }).waitFor();
		const hrefOf = (name: string) => panel.getByRole('link', { name }).getAttribute('href');
		const cursor = new URL((await hrefOf('Add to Cursor'))!);
		expect(JSON.parse(atob(cursor.searchParams.get('config')!))).toEqual({ url });
		const code = (await hrefOf('Add to Visual Studio Code'))!;
		expect(JSON.parse(decodeURIComponent(code.split('?')[1]!))).toMatchObject({
			type: 'http',
			url,
		});
		await panel.getByText('Commands for Claude Code and Codex').click();
		await panel.getByText(`claude mcp add --transport http feedback "${url}"`).waitFor();
		await panel.getByText(`codex mcp add feedback --url "${url}"`).waitFor();
		expect(await findFaults(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('lose one grant, then all access, on their next call', thorough, async () => {
		const program = await connectProgram(environment.stack, person, 'doomed (linux)');
		const request = await program.requestGrant({ action: 'prompt:draft', site });
		await person.approveGrant({ request: request.id, mode: 'until' });
		const { page, close, consoleErrors } = await openAs('/connections');
		const row = rowOf(page, 'doomed (linux)');
		await row.getByText('Save drafts of prompts on “Reports”').waitFor();
		await row.getByText('Last used').waitFor();
		await row.getByRole('button', { name: /^Revoke Save drafts/ }).click();
		await row.getByRole('button', { name: 'Revoke permission' }).click();
		await row.getByText('It can only read the prompts of its sites').waitFor();
		expect((await program.whoami()).grants).toEqual([]);

		await row.getByRole('button', { name: /^Sign out/ }).focus();
		await page.keyboard.press('Enter');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await row.getByText('It loses all access immediately.').waitFor({ state: 'detached' });
		expect((await program.whoami()).grants).toEqual([]);
		await row.getByRole('button', { name: /^Sign out/ }).click();
		await row.getByRole('button', { name: 'Sign out now' }).click();
		await row.waitFor({ state: 'detached' });
		await expect(program.whoami()).rejects.toMatchObject({ code: 'unauthenticated' });
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('are accessible', thorough, async () => {
		const program = await connectProgram(environment.stack, person, 'old machine (linux)');
		const request = await program.requestGrant({ action: 'response:read', site });
		await person.approveGrant({ request: request.id, mode: 'until' });
		const { page, close, consoleErrors } = await openAs('/connections');
		const row = rowOf(page, 'old machine (linux)');
		await row.getByRole('button', { name: /^Sign out/ }).click();
		expect(await findFaults(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('CI tokens', () => {
	it('are shown once, after a recent sign-in, and can be revoked', async () => {
		const { workspaces } = await person.whoami();
		const { page, close } = await openAs(`/workspaces/${workspaces[0]!.id}/ci-tokens`);
		await ageSignIn(environment.stack, page);
		const create = page.getByRole('button', { name: 'Create token' });
		await page.getByLabel('Name').fill('release');
		await create.click();
		await page.getByText('Choose at least one site.').waitFor();
		await page.getByLabel('Reports').check();
		await page.getByLabel('Publish prompts').check();
		await page.getByLabel('Read responses').check();
		await create.click();
		const tick = page.getByLabel('Allow both in one token');
		expect(await tick.evaluate((box: HTMLInputElement) => box.validity.valueMissing)).toBe(true);
		await tick.check();
		await page.getByLabel('Expires after').selectOption('30 days');
		await create.click();
		const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
		await dialog.getByLabel('Password').fill(environment.stack.demo.password);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Token “release” created' }).waitFor();
		const token = await page.getByLabel('The token', { exact: true }).textContent();
		expect(token).toMatch(/^fbt_[\w-]{43}$/);
		expect(await findAxeViolations(page)).toEqual([]);

		const call = () =>
			fetch(`${environment.stack.apiUrl}/manage/whoami`, {
				headers: { authorization: `Bearer ${token}` },
			});
		expect((await call()).status).toBe(200);
		await page.getByRole('button', { name: 'Done' }).click();
		expect(await page.getByText(token!).count()).toBe(0);
		const row = page.getByRole('region', { name: 'Tokens of this workspace' }).locator('> ul > li');
		await row.getByRole('button', { name: 'Revoke release' }).click();
		await row.getByRole('button', { name: 'Revoke token' }).click();
		await row.waitFor({ state: 'detached' });
		expect((await call()).status).toBe(401);
		await close();
	});

	it('are accessible', thorough, async () => {
		const { workspaces } = await person.whoami();
		const path = `/workspaces/${workspaces[0]!.id}/ci-tokens`;
		const { page, close, consoleErrors } = await openAs(path);
		await page.getByLabel('Publish prompts').check();
		await page.getByLabel('Read responses').check();
		expect(await findFaults(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('access that ended with a membership', () => {
	it('is listed with its cause, accessibly', thorough, async () => {
		await leaveWithProgram(environment.stack, person, 'Left early');
		const { page, close, consoleErrors } = await openAs('/connections');
		const ended = page.getByRole('region', { name: 'Access that ended with a membership or role' });
		const first = ended.getByRole('listitem').first();
		await first.getByText('You left “Left early”.').waitFor();
		await first
			.getByText('It no longer sees “Checkout”. It had no sites left, so it ended.')
			.waitFor();
		expect(await findFaults(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});
});

describe('the audit log', () => {
	it('lists who did what, accessibly', async () => {
		const program = await connectProgram(environment.stack, person, 'watched (linux)');
		await program.requestGrant({ action: 'prompt:draft', site });
		const { workspaces } = await person.whoami();
		const path = `/workspaces/${workspaces[0]!.id}/audit`;
		const { page, close, consoleErrors } = await openAs(path);
		const entries = page.getByRole('region', { name: 'Newest first' }).getByRole('listitem');
		const first = entries.first();
		await first.getByText('requested an approval').waitFor();
		await first.getByText('program', { exact: true }).waitFor();
		await entries.filter({ hasText: 'connected a device' }).first().waitFor();
		expect(await findFaults(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('is visible to owners only', thorough, async () => {
		const { page, close } = await openAs('/workspaces/01980000-0000-7000-8000-00000000ffff/audit');
		await page.getByRole('heading', { name: 'This page is for owners' }).waitFor();
		await close();
	});
});

it('no page can be framed or runs third-party scripts', async () => {
	for (const path of ['/approvals', '/authorize/x', '/device', '/propose', '/sign-in']) {
		const { headers } = await fetch(`${environment.url}${path}`);
		expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
		expect(headers.get('x-frame-options')).toBe('DENY');
		expect(headers.get('referrer-policy')).toBe('no-referrer');
	}
	const html = await (await fetch(`${environment.url}/device`)).text();
	expect(html).toMatch(/content-security-policy" content="default-src 'none'/);
	expect(html).not.toContain('unsafe-inline');
	const [, connects] = /connect-src ([^;"]+)/.exec(html)!;
	expect(connects!.split(' ')).toEqual(["'self'", new URL(environment.stack.apiUrl).origin]);
});
