import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ageSignIns, beginDevice } from './program.ts';
import { findBarriers, openPage, openSignedIn, openStage, readMail, signIn } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
});
afterAll(() => stage?.close());

describe('signing in', () => {
	it('leads a stranger back to the page they asked for', async () => {
		const { page, context } = await openPage(stage);
		await signIn(page, stage.stack);
		const overview = new URL(page.url()).pathname;
		await context.clearCookies();
		await page.evaluate(() => localStorage.removeItem('feedback-session'));

		await page.goto(overview);
		await page.waitForURL(`**/sign-in?next=${encodeURIComponent(overview)}`);
		await page.getByRole('button', { name: 'Sign in as the demo person' }).click();
		await page.waitForURL(`**${overview}`);
		await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
		await context.close();
	});

	it('takes one click after the printed link, whose key leaves the address', async () => {
		const { page, context } = await openPage(stage, { storageState: undefined });
		await page.goto(stage.stack.demoUrl!);
		await page.getByRole('button', { name: 'Sign in as the demo person' }).click();
		await page.waitForURL('**/overview');
		expect(page.url()).not.toContain(stage.stack.demoKey);
		await context.close();
	});

	it('as the demo person is not offered to a browser without the printed link', async () => {
		const { page, context, complaints } = await openPage(stage, { storageState: undefined });
		await page.goto('/');
		await page.getByText('open the link to the dashboard that').waitFor();
		expect(await page.getByRole('button', { name: /demo/ }).count()).toBe(0);
		expect(await findBarriers(page)).toEqual([]);
		await page.getByRole('button', { name: 'Send me a link instead' }).click();
		await page.getByLabel('E-mail address').fill('visitor@example.com');
		await page.getByRole('button', { name: 'Send me a link', exact: true }).click();
		await page.getByText('to read the message, first open the link').waitFor();
		expect(complaints).toEqual([]);

		await page.goto('/sign-in#demo=not-the-key');
		await page.reload();
		await page.getByRole('button', { name: 'Sign in as the demo person' }).click();
		await page.getByText('This key is no longer valid.').waitFor();
		await context.close();
	});

	it('loses no code that a terminal gave', async () => {
		const { page, context } = await openPage(stage);
		await page.goto('/device?user_code=ABCD-EFGH');
		await page.getByRole('button', { name: 'Sign in as the demo person' }).click();
		await page.waitForURL('**/device?user_code=ABCD-EFGH');
		await context.close();
	});

	it('tells that a password is wrong, and stays', async () => {
		const { page, context } = await openPage(stage);
		await page.goto('/sign-in');
		await page.getByLabel('E-mail address').fill(stage.stack.demo.email);
		await page.getByLabel('Password').fill('not the password');
		await page.keyboard.press('Enter');
		await page.getByText('do not belong together').waitFor();
		expect(new URL(page.url()).pathname).toBe('/sign-in');
		await context.close();
	});

	it('keeps the person signed in over a reload, without a cookie', async () => {
		const { page, context } = await openPage(stage);
		await signIn(page, stage.stack);
		await page.reload();
		await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
		expect(await context.cookies()).toEqual([]);
		await context.close();
	});

	it('is asked for again when the service no longer knows the token', async () => {
		const { page, context } = await openPage(stage);
		await signIn(page, stage.stack);
		await page.evaluate(() => {
			const session = JSON.parse(localStorage.getItem('feedback-session')!) as {
				access_token: string;
			};
			session.access_token = session.access_token.replace(/\.[^.]*$/, '.forged');
			localStorage.setItem('feedback-session', JSON.stringify(session));
		});
		await page.reload();
		await page.waitForURL('**/sign-in?next=*');
		await page.getByRole('heading', { name: 'Sign in to Feedback' }).waitFor();
		await context.close();
	});

	it('ends with the keyboard alone', async () => {
		const { page, context } = await openPage(stage);
		await signIn(page, stage.stack);
		const account = page.getByRole('button', { name: 'Your account' });
		await account.focus();
		await page.keyboard.press('Enter');
		await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
		await page.keyboard.press('End');
		await page.keyboard.press('Enter');
		await page.waitForURL('**/sign-in');
		await page.goto('/');
		await page.waitForURL('**/sign-in');
		await context.close();
	});

	it('by a link leads to the page that was asked for', async () => {
		const { page, context, complaints } = await openPage(stage);
		await page.goto('/connections');
		await askForLink(page, stage.stack.demo.email);
		await page.goto((await readMail(stage, stage.stack.demo.email)).link);
		await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
		expect(page.url()).toBe(`${stage.url}/connections`);
		expect(await context.cookies()).toEqual([]);
		expect(complaints).toEqual([]);
		await context.close();
	});

	it('shows the message of a stack that sends no mail, with its link, by the keyboard alone', async () => {
		const { page, context, complaints } = await openPage(stage);
		await page.goto('/connections');
		await askForLink(page, stage.stack.demo.email);
		const { link, code } = await readMail(stage, stage.stack.demo.email);
		await page.getByRole('button', { name: 'Read the message here' }).focus();
		await page.keyboard.press('Enter');
		const message = page.getByRole('region', { name: 'Your Magic Link' });
		await message.getByText(`Your login code is: ${code}`).waitFor();
		expect(await message.getByRole('link').getAttribute('href')).toBe(link);
		expect(await findBarriers(page)).toEqual([]);
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
		expect(complaints).toEqual([]);
		await context.close();
	});

	it('shows only the message to the person who asked, and all of it as text', async () => {
		const { page, context, complaints } = await openPage(stage);
		const email = 'visitor@example.com';
		const subject = '<img src="/x" onerror="window.hostile = true">';
		const text = `<b onclick="x">Hello</b>
javascript:alert(1)
https://evil.example/auth/v1/verify?token=1
${stage.stack.authUrl}.evil.example/verify?token=1`;
		const messages = [
			{ to: 'other@example.com', subject: 'Of another person', text },
			{ to: email, subject, text },
			{ to: email, subject: 'An older one', text },
		];
		const headers = { 'access-control-allow-origin': '*' };
		await page.route('**/local/mail?*', (route) => route.fulfill({ headers, json: messages }));
		await page.goto('/sign-in');
		await askForLink(page, email.toUpperCase());
		await page.getByRole('button', { name: 'Read the message here' }).click();
		const message = page.getByRole('region', { name: subject });
		expect(await message.locator('p').allInnerTexts()).toEqual([subject, text]);
		expect(await message.locator(':not(p)').count()).toBe(0);
		expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
		expect(complaints).toEqual([]);

		await page.unroute('**/local/mail?*');
		await page.route('**/local/mail?*', (route) => route.fulfill({ headers, json: [] }));
		await page.getByRole('button', { name: 'Read the message here' }).click();
		await page.getByText('There is no message to VISITOR@EXAMPLE.COM.').waitFor();
		expect(await message.count()).toBe(0);

		await page.unroute('**/local/mail?*');
		await page.evaluate(() => localStorage.setItem('feedback-demo-key', 'not-the-key'));
		await page.getByRole('button', { name: 'Read the message here' }).click();
		await page.getByText('This key is no longer valid.').waitFor();
		await context.close();
	});

	it('again by that message happens in another tab, and the page goes on', async () => {
		const { page, context, complaints } = await openSignedIn(stage);
		await ageSignIns(stage.stack);
		const { user_code } = await beginDevice(stage.stack, 'laptop');
		await page.goto(`/device?user_code=${user_code}`);
		await page.getByRole('button', { name: 'The code is the same: let it in' }).click();
		const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
		await dialog.getByRole('button', { name: 'Send me a link instead' }).click();
		await dialog.getByRole('button', { name: 'Read the message here' }).click();
		const link = dialog.getByRole('link', { name: 'Sign in' });
		await link.waitFor();
		expect(await findBarriers(page)).toEqual([]);
		await link.click();
		await dialog.waitFor({ state: 'hidden' });
		await page.getByText('The machine is let in').waitFor();
		expect(complaints.filter((line) => !line.includes('status of 403'))).toEqual([]);
		await context.close();
	});

	it('by the code of that message works too, and a wrong one is told', async () => {
		const { page, context } = await openPage(stage);
		await page.goto('/connections');
		await askForLink(page, stage.stack.demo.email);
		const { code } = await readMail(stage, stage.stack.demo.email);
		await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000');
		await page.keyboard.press('Enter');
		await page.getByText('That code is wrong or too old.').waitFor();
		await page.getByLabel('Code').fill(code);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
		await context.close();
	});

	it('by a link that this browser never asked for signs nobody in', async () => {
		const asking = await openPage(stage);
		await asking.page.goto('/sign-in');
		await askForLink(asking.page, 'mallory@example.com');
		const { link } = await readMail(stage, 'mallory@example.com');
		await asking.context.close();

		const { page, context } = await openPage(stage);
		await page.goto(link);
		await page.getByText('This browser did not ask for that link.').waitFor();
		expect(page.url()).not.toContain('access_token');
		expect(await page.evaluate(() => localStorage.getItem('feedback-session'))).toBe(null);
		await page.goto(link);
		await page.getByText('This link has expired or was used already.').waitFor();
		await context.close();
	});

	it.each(['light', 'dark'] as const)('has no barriers (%s)', async (colorScheme) => {
		const { page, context, complaints } = await openPage(stage, { colorScheme });
		await page.goto('/sign-in');
		await page.getByRole('button', { name: 'Sign in as the demo person' }).waitFor();
		expect(await findBarriers(page)).toEqual([]);
		expect(complaints).toEqual([]);
		await context.close();
	});
});

describe('an address that nothing belongs to', () => {
	it('says so, with a way back', async () => {
		const { page, context } = await openPage(stage);
		await page.goto('/nothing/here');
		await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
		expect(await findBarriers(page)).toEqual([]);
		await page.getByRole('link', { name: 'Go to the overview' }).click();
		await page.waitForURL('**/sign-in');
		await context.close();
	});

	it('gives away nothing about another one’s site', async () => {
		const { page, context } = await openPage(stage);
		await signIn(page, stage.stack);
		await page.goto('/sites/01980000-0000-7000-8000-00000000ffff/overview');
		await page.getByRole('heading', { name: 'This site is not yours to see' }).waitFor();
		await context.close();
	});
});

async function askForLink(page: Page, email: string) {
	await page.getByRole('button', { name: 'Send me a link instead' }).click();
	await page.getByLabel('E-mail address').fill(email);
	await page.getByRole('button', { name: 'Send me a link', exact: true }).click();
	await page.getByText('A message to').waitFor();
}
