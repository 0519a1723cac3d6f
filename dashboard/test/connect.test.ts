import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Client } from '@feedback/client';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
	ageSignIns,
	askForToken,
	beginAuthorization,
	beginDevice,
	connectProgram,
	leaveWithProgram,
	listSites,
	redeemCode,
	signInByApi,
} from './program.ts';
import { findBarriers, openPage, openStage, overhang, storeSignIn } from './stage.ts';
import type { Stage, Storage } from './stage.ts';

let stage: Stage;
let person: Client;
let site: string;
let signedIn: Storage;

beforeAll(async () => {
	stage = await openStage();
	site = (await listSites(await signInByApi(stage.stack)))[0]!;
	signedIn = await storeSignIn(stage.stack);
});
afterAll(() => stage?.close());
// Some tests make every sign-in old.
beforeEach(async () => {
	person = await signInByApi(stage.stack);
});

const looks = [
	['light', { width: 1280, height: 900 }],
	['dark', { width: 390, height: 844 }],
] as const;

async function openAs(path: string, options: Parameters<typeof openPage>[1] = {}) {
	const opened = await openPage(stage, { storageState: signedIn, ...options });
	await opened.page.goto(path);
	await opened.page.locator('main h1').waitFor();
	return opened;
}

/** A program on this machine that waits for the answer of its sign-in. */
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
	it('lets a program in, to the chosen sites, with what was ticked', async () => {
		const listener = await listenForAnswer();
		const asked = await beginAuthorization(stage.stack, {
			...{ name: 'Code editor', redirect: listener.redirect },
			scope: 'connect prompt:draft response:read',
		});
		await ageSignIns(stage.stack);
		const { page, context, complaints } = await openAs(asked.url);
		await page.getByRole('heading', { level: 1, name: 'Let Code editor in?' }).waitFor();
		await page.getByText('nobody has checked it').waitFor();
		await page.getByText('127.0.0.1', { exact: true }).waitFor();
		await page.getByText('It goes to a program on this computer').waitFor();
		expect(await page.getByLabel('Reports').isChecked()).toBe(true);
		expect(await page.getByLabel('Read responses').isChecked()).toBe(false);
		await page.getByLabel('Save drafts of prompts').check();
		await page.getByRole('button', { name: 'Let it in' }).click();

		const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
		await dialog.getByRole('button', { name: 'Sign in again as the demo person' }).click();
		const answer = await listener.answer;
		expect(answer.get('state')).toBe('a state');
		expect(answer.get('iss')).toBe(`${stage.stack.apiUrl}/oauth`);
		const program = await redeemCode(stage.stack, asked, answer.get('code')!);
		const told = await program.whoami();
		expect(told.connection).toMatchObject({ name: 'Code editor', sites: [site] });
		expect(told.grants.map(({ action }) => action)).toEqual(['prompt:draft']);
		expect(complaints.filter((line) => !line.includes('status of 403'))).toEqual([]);
		listener.close();
		await context.close();
	});

	it('sends a program away, which is told so', async () => {
		const listener = await listenForAnswer();
		const asked = await beginAuthorization(stage.stack, {
			...{ name: 'Nosy', redirect: listener.redirect },
		});
		const { page, context } = await openAs(asked.url);
		await page.getByRole('button', { name: 'Send it away' }).click();
		expect((await listener.answer).get('error')).toBe('access_denied');
		listener.close();
		await context.close();
	});

	it('needs a site, and knows no request of another person or none', async () => {
		const asked = await beginAuthorization(stage.stack, {
			...{ name: 'Web tool', redirect: 'https://tool.example/callback' },
		});
		const { page, context } = await openAs(asked.url);
		await page.getByText('tool.example', { exact: true }).waitFor();
		expect(await page.getByText('It goes to a program on this computer').count()).toBe(0);
		// As visible as the warning about programs on this computer.
		await page.getByText('It goes to a website: tool.example', { exact: true }).waitFor();
		await page.getByLabel('Reports').uncheck();
		await page.getByRole('button', { name: 'Let it in' }).click();
		await page.getByText('Choose at least one site.').waitFor();
		await page.goto('/authorize/01980000-0000-7000-8000-00000000ffff');
		await page.getByRole('heading', { level: 1, name: 'Nobody waits here' }).waitFor();
		expect(await findBarriers(page)).toEqual([]);
		await context.close();
	});

	it.each(looks)('has no barriers (%s, %o)', async (colorScheme, viewport) => {
		const asked = await beginAuthorization(stage.stack, {
			...{ name: 'A'.repeat(80), redirect: 'http://127.0.0.1:1/callback' },
			scope: 'connect site:create prompt:draft response:read',
		});
		const { page, context, complaints } = await openAs(asked.url, { colorScheme, viewport });
		await page.getByRole('button', { name: 'Let it in' }).waitFor();
		expect(await findBarriers(page)).toEqual([]);
		expect(await overhang(page)).toBe(0);
		expect(complaints).toEqual([]);
		await context.close();
	});
});

describe('a machine with a code', () => {
	it('is let in by somebody who signs in for it', async () => {
		const device = await beginDevice(stage.stack, 'build-server (linux)');
		const { page, context } = await openPage(stage);
		await page.goto(`/device?user_code=${device.user_code}`);
		await page.waitForURL('**/sign-in?next=*');
		await page.getByRole('button', { name: 'Sign in as the demo person' }).click();
		await page.getByText(device.user_code, { exact: true }).waitFor();
		await page.getByText('build-server (linux)').waitFor();
		await page.getByRole('button', { name: 'The code is the same: let it in' }).click();
		await page.getByText('The machine is let in').waitFor();
		const { access_token: token } = await askForToken(stage.stack, device.device_code);
		expect(token).toMatch(/^fbt_/);
		await context.close();
	});

	it('is sent away, by a code that was typed in', async () => {
		const device = await beginDevice(stage.stack, 'somebody’s laptop');
		const { page, context } = await openAs('/device');
		const field = page.getByLabel('Code');
		await field.fill('short');
		await page.keyboard.press('Enter');
		await page.getByText('A code has eight letters').waitFor();
		await field.fill(device.user_code.toLowerCase().replace('-', ' '));
		await page.keyboard.press('Enter');
		await page.getByText('somebody’s laptop').waitFor();
		await page.getByRole('button', { name: 'Send it away' }).click();
		await page.getByText('The machine is sent away').waitFor();
		expect(await askForToken(stage.stack, device.device_code)).toMatchObject({
			error: 'access_denied',
		});
		await context.close();
	});

	it('that shows no such code is told as that', async () => {
		const { page, context } = await openAs('/device?user_code=BBBB-BBBB');
		await page.getByText('No machine shows this code').waitFor();
		await page.getByLabel('Code').waitFor();
		await context.close();
	});

	it.each(looks)('has no barriers (%s, %o)', async (colorScheme, viewport) => {
		const device = await beginDevice(stage.stack, 'laptop (darwin)');
		const { page, context, complaints } = await openAs(`/device?user_code=${device.user_code}`, {
			...{ colorScheme, viewport },
		});
		await page.getByText(device.user_code, { exact: true }).waitFor();
		expect(await findBarriers(page)).toEqual([]);
		expect(await overhang(page)).toBe(0);
		expect(complaints).toEqual([]);
		await context.close();
	});
});

describe('connections', () => {
	const rowOf = (page: Page, name: string) =>
		page
			.getByRole('region', { name: 'Signed-in programs' })
			.locator('> ul > li', { hasText: name });

	it('lose one grant, then everything, on their next call', async () => {
		const program = await connectProgram(stage.stack, person, 'doomed (linux)');
		const request = await program.requestGrant({ action: 'prompt:draft', site });
		await person.approveGrant({ request: request.id, mode: 'until' });
		const { page, context, complaints } = await openAs('/connections');
		const row = rowOf(page, 'doomed (linux)');
		await row.getByText('Save drafts of prompts on “Reports”').waitFor();
		await row.getByText('Last used').waitFor();
		await row.getByRole('button', { name: /^Revoke Save drafts/ }).click();
		await row.getByRole('button', { name: 'Revoke it' }).click();
		await row.getByText('It may look at its sites and ask for approvals').waitFor();
		expect((await program.whoami()).grants).toEqual([]);

		await row.getByRole('button', { name: /^Sign out/ }).focus();
		await page.keyboard.press('Enter');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await row.getByText('It loses everything at once.').waitFor({ state: 'detached' });
		expect((await program.whoami()).grants).toEqual([]);
		await row.getByRole('button', { name: /^Sign out/ }).click();
		await row.getByRole('button', { name: 'Sign it out' }).click();
		await row.waitFor({ state: 'detached' });
		await expect(program.whoami()).rejects.toMatchObject({ code: 'unauthenticated' });
		expect(complaints).toEqual([]);
		await context.close();
	});

	it.each(looks)('have no barriers (%s, %o)', async (colorScheme, viewport) => {
		const program = await connectProgram(stage.stack, person, `machine in ${colorScheme}`);
		const request = await program.requestGrant({ action: 'response:read', site });
		await person.approveGrant({ request: request.id, mode: 'until' });
		const { page, context, complaints } = await openAs('/connections', { colorScheme, viewport });
		const row = rowOf(page, `machine in ${colorScheme}`);
		await row.getByRole('button', { name: /^Sign out/ }).click();
		expect(await findBarriers(page)).toEqual([]);
		expect(await overhang(page)).toBe(0);
		expect(complaints).toEqual([]);
		await context.close();
	});
});

describe('tokens of pipelines', () => {
	it('are shown once, after a recent sign-in, and can be revoked', async () => {
		const { workspaces } = await person.whoami();
		const { page, context } = await openAs(`/workspaces/${workspaces[0]!.id}/ci-tokens`);
		await ageSignIns(stage.stack);
		const create = page.getByRole('button', { name: 'Create the token' });
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
		await page.getByLabel('Ends after').selectOption('30 days');
		await create.click();
		const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
		await dialog.getByLabel('Password').fill(stage.stack.demo.password);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'The token “release” is ready' }).waitFor();
		const token = await page.getByLabel('The token', { exact: true }).textContent();
		expect(token).toMatch(/^fbt_[\w-]{43}$/);
		expect(await findBarriers(page)).toEqual([]);

		const call = () =>
			fetch(`${stage.stack.apiUrl}/manage/whoami`, {
				headers: { authorization: `Bearer ${token}` },
			});
		expect((await call()).status).toBe(200);
		await page.getByRole('button', { name: 'I have kept it' }).click();
		expect(await page.getByText(token!).count()).toBe(0);
		const row = page.getByRole('region', { name: 'Tokens of the workspace' }).locator('> ul > li');
		await row.getByRole('button', { name: 'Revoke release' }).click();
		await row.getByRole('button', { name: 'Revoke the token' }).click();
		await row.waitFor({ state: 'detached' });
		expect((await call()).status).toBe(401);
		await context.close();
	});

	it.each(looks)('have no barriers (%s, %o)', async (colorScheme, viewport) => {
		const { workspaces } = await person.whoami();
		const path = `/workspaces/${workspaces[0]!.id}/ci-tokens`;
		const { page, context, complaints } = await openAs(path, { colorScheme, viewport });
		await page.getByLabel('Publish prompts').check();
		await page.getByLabel('Read responses').check();
		expect(await findBarriers(page)).toEqual([]);
		expect(await overhang(page)).toBe(0);
		expect(complaints).toEqual([]);
		await context.close();
	});
});

describe('what ended with a membership', () => {
	it.each(looks)(
		'is told with its cause, without barriers (%s, %o)',
		async (colorScheme, viewport) => {
			await leaveWithProgram(stage.stack, person, `Left in the ${colorScheme}`);
			const { page, context, complaints } = await openAs('/connections', { colorScheme, viewport });
			const ended = page.getByRole('region', { name: 'Ended with a membership or a role' });
			const first = ended.getByRole('listitem').first();
			await first.getByText(`You left “Left in the ${colorScheme}”.`).waitFor();
			await first
				.getByText('It no longer sees “Checkout”. No site was left, so it ended.')
				.waitFor();
			expect(await findBarriers(page)).toEqual([]);
			expect(await overhang(page)).toBe(0);
			expect(complaints).toEqual([]);
			await context.close();
		},
	);
});

describe('the audit log', () => {
	it.each(looks)('tells who did what, without barriers (%s, %o)', async (colorScheme, viewport) => {
		const program = await connectProgram(stage.stack, person, 'watched (linux)');
		await program.requestGrant({ action: 'prompt:draft', site });
		const { workspaces } = await person.whoami();
		const path = `/workspaces/${workspaces[0]!.id}/audit`;
		const { page, context, complaints } = await openAs(path, { colorScheme, viewport });
		const entries = page.getByRole('region', { name: 'The newest first' }).getByRole('listitem');
		const first = entries.first();
		await first.getByText('asked for an approval').waitFor();
		await first.getByText('program', { exact: true }).waitFor();
		await entries.filter({ hasText: 'let a machine in' }).first().waitFor();
		expect(await findBarriers(page)).toEqual([]);
		expect(await overhang(page)).toBe(0);
		expect(complaints).toEqual([]);
		await context.close();
	});

	it('is for owners', async () => {
		const { page, context } = await openAs(
			'/workspaces/01980000-0000-7000-8000-00000000ffff/audit',
		);
		await page.getByRole('heading', { name: 'This page is for owners' }).waitFor();
		await context.close();
	});
});

it('no page may be framed, and none runs foreign script', async () => {
	for (const path of ['/approvals', '/authorize/x', '/device', '/propose', '/sign-in']) {
		const { headers } = await fetch(`${stage.url}${path}`);
		expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
		expect(headers.get('x-frame-options')).toBe('DENY');
		expect(headers.get('referrer-policy')).toBe('no-referrer');
	}
	const html = await (await fetch(`${stage.url}/device`)).text();
	expect(html).toMatch(/content-security-policy" content="default-src 'none'/);
	expect(html).not.toContain('unsafe-inline');
});
