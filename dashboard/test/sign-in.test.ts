import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { ageSignIn, beginDevice } from './program.ts';
import { findAxeViolations } from './accessibility.ts';
import { openPage, openSignedIn, startEnvironment, readMail, signIn } from './environment.ts';
import type { OwnEnvironment } from './environment.ts';

let environment: OwnEnvironment;

beforeAll(async () => {
	environment = await startEnvironment();
});
afterAll(() => environment?.close());

describe('signing in', () => {
	it('returns to the requested page', async () => {
		const { page, context } = await openPage(environment);
		await signIn(page, environment.stack);
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

	it('takes one click after the printed link, and removes its key from the URL', async () => {
		const { page, context } = await openPage(environment, { storageState: undefined });
		await page.goto(environment.stack.demoUrl!);
		await page.getByRole('button', { name: 'Sign in as the demo person' }).click();
		await page.waitForURL('**/overview');
		expect(page.url()).not.toContain(environment.stack.demoKey);
		await context.close();
	});

	it(
		'as the demo person is not offered to a browser without the printed link',
		thorough,
		async () => {
			const { page, context, consoleErrors } = await openPage(environment, {
				storageState: undefined,
			});
			await page.goto('/');
			await page.getByText('open the link to the dashboard that').waitFor();
			expect(await page.getByRole('button', { name: /demo/ }).count()).toBe(0);
			expect(await findAxeViolations(page)).toEqual([]);
			await page.getByRole('button', { name: 'Send me a link instead' }).click();
			await page.getByLabel('E-mail address').fill('visitor@example.com');
			await page.getByRole('button', { name: 'Send me a link', exact: true }).click();
			await page.getByText('To read the message, first open the dashboard link').waitFor();
			expect(consoleErrors).toEqual([]);

			// Start from another page, because changing only the fragment loads nothing.
			await page.goto('about:blank');
			await page.goto('/sign-in#demo=not-the-key');
			await page.getByRole('button', { name: 'Sign in as the demo person' }).click();
			await page.getByText('This key is no longer valid.').waitFor();
			await context.close();
		},
	);

	it('keeps the device code', async () => {
		const { page, context } = await openPage(environment);
		await page.goto('/device?user_code=ABCD-EFGH');
		await page.getByRole('button', { name: 'Sign in as the demo person' }).click();
		await page.waitForURL('**/device?user_code=ABCD-EFGH');
		await context.close();
	});

	it('reports a wrong password', async () => {
		const { page, context } = await openPage(environment);
		await page.goto('/sign-in');
		await page.getByLabel('E-mail address').fill(environment.stack.demo.email);
		await page.getByLabel('Password').fill('not the password');
		await page.keyboard.press('Enter');
		await page.getByText('The e-mail address or the password is wrong.').waitFor();
		expect(new URL(page.url()).pathname).toBe('/sign-in');
		await context.close();
	});

	it('keeps the person signed in over a reload, without a cookie', thorough, async () => {
		const { page, context } = await openPage(environment);
		await signIn(page, environment.stack);
		await page.reload();
		await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
		expect(await context.cookies()).toEqual([]);
		await context.close();
	});

	it('is required again if the service rejects the token', async () => {
		const { page, context } = await openPage(environment);
		await signIn(page, environment.stack);
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

	it('can be ended with the keyboard alone', thorough, async () => {
		const { page, context } = await openPage(environment);
		await signIn(page, environment.stack);
		const account = page.getByRole('button', { name: /^Your account/ });
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

	it('by link returns to the requested page', async () => {
		const { page, context, consoleErrors } = await openPage(environment);
		await page.goto('/connections');
		await askForLink(page, environment.stack.demo.email);
		await page.goto((await readMail(environment, environment.stack.demo.email)).link);
		await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
		expect(page.url()).toBe(`${environment.url}/connections`);
		expect(await context.cookies()).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await context.close();
	});

	it(
		'shows the message of a local stack and its link, with the keyboard alone',
		thorough,
		async () => {
			const { page, context, consoleErrors } = await openPage(environment);
			await page.goto('/connections');
			await askForLink(page, environment.stack.demo.email);
			const { link, code } = await readMail(environment, environment.stack.demo.email);
			await page.getByRole('button', { name: 'Show the message' }).focus();
			await page.keyboard.press('Enter');
			const message = page.getByRole('region', { name: 'Your Magic Link' });
			await message.getByText(`Your login code is: ${code}`).waitFor();
			expect(await message.getByRole('link').getAttribute('href')).toBe(link);
			expect(await findAxeViolations(page)).toEqual([]);
			await page.keyboard.press('Tab');
			await page.keyboard.press('Enter');
			await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
			expect(consoleErrors).toEqual([]);
			await context.close();
		},
	);

	it('shows only messages to the typed address, as text', thorough, async () => {
		const { page, context, consoleErrors } = await openPage(environment);
		const email = 'visitor@example.com';
		const subject = '<img src="/x" onerror="window.hostile = true">';
		const text = `<b onclick="x">Hello</b>
javascript:alert(1)
https://evil.example/auth/v1/verify?token=1
${environment.stack.authUrl}.evil.example/verify?token=1`;
		const messages = [
			{ to: 'other@example.com', subject: 'Of another person', text },
			{ to: email, subject, text },
			{ to: email, subject: 'An older one', text },
		];
		const headers = { 'access-control-allow-origin': '*' };
		await page.route('**/local/mail?*', (route) => route.fulfill({ headers, json: messages }));
		await page.goto('/sign-in');
		await askForLink(page, email.toUpperCase());
		await page.getByRole('button', { name: 'Show the message' }).click();
		const message = page.getByRole('region', { name: subject });
		expect(await message.locator('p').allInnerTexts()).toEqual([subject, text]);
		expect(await message.locator(':not(p)').count()).toBe(0);
		expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
		expect(consoleErrors).toEqual([]);

		await page.unroute('**/local/mail?*');
		await page.route('**/local/mail?*', (route) => route.fulfill({ headers, json: [] }));
		await page.getByRole('button', { name: 'Show the message' }).click();
		await page.getByText('There is no message to VISITOR@EXAMPLE.COM.').waitFor();
		expect(await message.count()).toBe(0);

		await page.unroute('**/local/mail?*');
		await page.evaluate(() => localStorage.setItem('feedback-demo-key', 'not-the-key'));
		await page.getByRole('button', { name: 'Show the message' }).click();
		await page.getByText('This key is no longer valid.').waitFor();
		await context.close();
	});

	it('again by link happens in another tab, and the page continues', thorough, async () => {
		const { page, context, consoleErrors } = await openSignedIn(environment);
		await page.goto('/connections');
		await ageSignIn(environment.stack, page);
		const { user_code } = await beginDevice(environment.stack, 'laptop');
		await page.goto(`/device?user_code=${user_code}`);
		await page.getByRole('button', { name: 'The codes match: connect' }).click();
		const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
		await dialog.getByRole('button', { name: 'Send me a link instead' }).click();
		await dialog.getByRole('button', { name: 'Show the message' }).click();
		const link = dialog.getByRole('link', { name: 'Sign in' });
		await link.waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		await link.click();
		await dialog.waitFor({ state: 'hidden' });
		await page.getByText('Device connected').waitFor();
		expect(consoleErrors.filter((line) => !line.includes('status of 403'))).toEqual([]);
		await context.close();
	});

	it('by the message’s code works too, and a wrong code is reported', thorough, async () => {
		const { page, context } = await openPage(environment);
		await page.goto('/connections');
		await askForLink(page, environment.stack.demo.email);
		const { code } = await readMail(environment, environment.stack.demo.email);
		await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000');
		await page.keyboard.press('Enter');
		await page.getByText('The code is wrong or has expired.').waitFor();
		await page.getByLabel('Code').fill(code);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
		await context.close();
	});

	it('by a link that this browser did not request fails', thorough, async () => {
		const asking = await openPage(environment);
		await asking.page.goto('/sign-in');
		await askForLink(asking.page, 'mallory@example.com');
		const { link } = await readMail(environment, 'mallory@example.com');
		await asking.context.close();

		const { page, context } = await openPage(environment);
		await page.goto(link);
		await page.getByText('This browser did not request that link.').waitFor();
		expect(page.url()).not.toContain('access_token');
		expect(await page.evaluate(() => localStorage.getItem('feedback-session'))).toBe(null);
		await page.goto(link);
		await page.getByText('This link has expired or was already used.').waitFor();
		await context.close();
	});

	it.each(['light', 'dark'] as const)('is accessible (%s)', thorough, async (colorScheme) => {
		const { page, context, consoleErrors } = await openPage(environment, { colorScheme });
		await page.goto('/sign-in');
		await page.getByRole('button', { name: 'Sign in as the demo person' }).waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await context.close();
	});
});

describe('an unknown URL', () => {
	it('shows an error with a link back', async () => {
		const { page, context } = await openPage(environment);
		await page.goto('/nothing/here');
		await page.getByRole('heading', { name: 'Page not found' }).waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		await page.getByRole('link', { name: 'Go to the overview' }).click();
		await page.waitForURL('**/sign-in');
		await context.close();
	});

	it('reveals nothing about sites of other people', thorough, async () => {
		const { page, context } = await openPage(environment);
		await signIn(page, environment.stack);
		await page.goto('/sites/01980000-0000-7000-8000-00000000ffff/overview');
		await page.getByRole('heading', { name: 'You cannot see this site' }).waitFor();
		await context.close();
	});
});

async function askForLink(page: Page, email: string) {
	await page.getByRole('button', { name: 'Send me a link instead' }).click();
	await page.getByLabel('E-mail address').fill(email);
	await page.getByRole('button', { name: 'Send me a link', exact: true }).click();
	await page.getByText('has access, we have sent it a message').waitFor();
}
