// The dashboard with the identity service of a Feedback server, instead of Supabase Auth.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Page } from 'playwright';

import { createClient } from '@feedback/client';

import { prepareLoop, walkLoop } from './agent-loop.ts';
import { confirmApproval } from './confirm-approval.ts';
import { startAtLocalhost, type AtLocalhost } from './localhost.ts';
import { addAuthenticator, addPasskey, readToken, removePasskey } from './passkeys.ts';
import { listSites } from './program.ts';
import { startTestDocs } from '../../site/test/start-test-docs.ts';
import type { NodeDocs } from '../../site/src/server/node.ts';
import { thorough } from '../../testing/thorough.ts';
import { connectDatabase } from '../../server/postgres/connect.ts';
import { findAxeViolations, getHorizontalOverflow } from './accessibility.ts';
import type { Environment } from './environment.ts';
import type { Statements } from '../../database/statement.ts';

let at: AtLocalhost;
let environment: Environment;
let docs: NodeDocs;
let open: AtLocalhost['open'];
beforeAll(async () => {
	docs = await startTestDocs();
	at = await startAtLocalhost('feedback', {
		FEEDBACK_PRIVATE_NETWORKS: '127.0.0.0/8',
		FEEDBACK_DOCS_URL: docs.url,
	});
	({ environment, open } = at);
});
afterAll(async () => {
	await environment.close();
	await docs.stop();
});
// All tests sign in from one address, within a minute.
beforeEach(() => withDatabase((sql) => sql`delete from identity."rateLimit"`));

async function enterAsDemo(page: Page): Promise<void> {
	await page.goto('/sign-in');
	await page.getByRole('button', { name: 'Sign in as the demo person' }).click();
	await page.waitForURL('**/overview');
}

async function requestLink(page: Page): Promise<{ link: string; code: string }> {
	const { stack } = environment;
	await page.goto('/sign-in');
	await page.getByRole('button', { name: 'Send me a link instead' }).click();
	await page.getByLabel('E-mail address').fill(stack.demo.email);
	await page.getByRole('button', { name: 'Send me a link' }).click();
	await page.getByRole('status').getByText('has access, we have sent it a message').waitFor();
	await page.getByRole('button', { name: 'Show the message' }).click();
	const message = page.getByText(/Your sign-in code is \d{6}/);
	await message.waitFor();
	const link = await page.getByRole('link', { name: 'Sign in' }).getAttribute('href');
	const code = /\d{6}/.exec((await message.textContent()) ?? '')![0];
	return { link: link!, code };
}

async function withDatabase(run: (sql: Statements) => PromiseLike<unknown>): Promise<void> {
	const sql = connectDatabase(environment.stack.adminUrl);
	await run(sql);
	await sql.end();
}

it('the demo person signs in, stays signed in, and signs out', async () => {
	const { page, context, consoleErrors } = await open();
	await enterAsDemo(page);
	const stored = await page.evaluate(() => JSON.stringify(localStorage));
	const cookies = await context.cookies();
	const session = cookies.find(({ name }) => name === 'feedback.session_token')!;
	expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
	expect(stored).not.toContain(decodeURIComponent(session.value).split('.')[0]);
	// The cookie renews the access token.
	await page.evaluate(() => localStorage.removeItem('feedback-session'));
	await page.reload();
	await page.getByText('Live', { exact: true }).waitFor();
	// Nobody was signed in at first, and asking for a token then would be logged.
	expect(consoleErrors).toEqual([]);
	await page.getByRole('button', { name: /^Your account/ }).click();
	await page.getByRole('menuitem', { name: 'Sign out' }).click();
	await page.waitForURL('**/sign-in');
	await page.goto('/approvals');
	await page.waitForURL('**/sign-in?next=%2Fapprovals');
	expect(consoleErrors.filter((line) => !line.includes('401'))).toEqual([]);
	await context.close();
});

it(
	'a request refused while the person signs out does not say that the session ended',
	thorough,
	async () => {
		const { page, context } = await open();
		await enterAsDemo(page);
		await page.getByText('Live', { exact: true }).waitFor();
		const refusal = () => page.waitForResponse((response) => response.status() === 401);
		await page.route(
			'**/sign-out',
			async (route) => {
				const response = await route.fetch();
				await refusal();
				// Give the page time to react; the next request shows that the page is still open.
				await Promise.race([refusal(), page.waitForURL(/\/sign-in/)]);
				await route.fulfill({ response }).catch(() => undefined);
			},
			{ times: 1 },
		);
		await page.getByRole('button', { name: /^Your account/ }).click();
		await page.getByRole('menuitem', { name: 'Sign out' }).click();
		await page.waitForURL(/\/sign-in/);
		expect(new URL(page.url()).search).toBe('');
		await context.close();
	},
);

it(
	'a link of a message signs in the browser that asked for it, and no other',
	thorough,
	async () => {
		const { page, context } = await open();
		const { link } = await requestLink(page);
		const other = await open();
		await other.page.goto(link);
		await other.page.getByText('This browser did not request that link').waitFor();
		expect(other.page.url()).not.toContain('code');
		await other.context.close();
		// On the page that requested the link, only the fragment changes.
		await page.getByRole('link', { name: 'Sign in' }).click();
		await page.waitForURL('**/overview');
		await context.close();
	},
);

it('a code signs in, and a wrong code is reported', async () => {
	const { page, context } = await open();
	const { code } = await requestLink(page);
	await page.getByRole('textbox', { name: 'Code' }).fill(code === '000000' ? '000001' : '000000');
	await page.getByRole('button', { name: 'Sign in with the code' }).click();
	await page.getByText('The code is wrong or has expired').waitFor();
	await page.getByRole('textbox', { name: 'Code' }).fill(code);
	await page.getByRole('button', { name: 'Sign in with the code' }).click();
	await page.waitForURL('**/overview');
	await context.close();
});

it('a passkey is added, named, signs in, and is removed', thorough, async () => {
	const { page, context } = await open();
	await addAuthenticator(page);
	await enterAsDemo(page);
	const notice = page.getByRole('region', { name: 'Passkey', exact: true });
	await notice.getByRole('link', { name: 'Add a passkey' }).click();
	await page.getByLabel('Name of the new passkey').fill('My laptop');
	await page.getByRole('button', { name: 'Add a passkey' }).click();
	await page.getByText('The passkey was added.').waitFor();
	// In the same session, without a reload.
	const overview = page.getByRole('link', { name: 'Overview' }).first();
	await overview.click();
	await page.getByText('Live', { exact: true }).waitFor();
	expect(await notice.count()).toBe(0);
	await page.goBack();
	await page.getByRole('button', { name: 'Rename My laptop' }).click();
	await page.getByLabel('New name').fill('Work laptop');
	await page.getByLabel('New name').press('Enter');
	await page.getByRole('button', { name: 'Rename Work laptop' }).waitFor();

	await page.getByRole('button', { name: /^Your account/ }).click();
	await page.getByRole('menuitem', { name: 'Sign out' }).click();
	await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
	await page.waitForURL('**/overview');
	await page.goto('/account');
	await page.getByText('with a passkey').first().waitFor();
	await page.getByRole('button', { name: 'Remove Work laptop' }).click();
	await page.getByRole('button', { name: 'Remove passkey' }).click();
	await page.getByText('The passkey was removed.').waitFor();
	await overview.click();
	await notice.waitFor();
	await page.getByRole('link', { name: 'Settings' }).first().click();
	await page.getByRole('group', { name: 'Require a passkey' }).waitFor();
	await context.close();
});

it('a program in a signed-in browser cannot approve, and its person can with their passkey', async () => {
	const { page, context } = await open();
	const authenticator = await addAuthenticator(page);
	await enterAsDemo(page);
	await confirmApproval(at, page, authenticator);
	await context.close();
});

it(
	'an agent with only the address of the MCP server reads, drafts, publishes and is signed out, by a passkey on a phone',
	thorough,
	async ({ annotate }) => {
		const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
		const { page, context } = await open(phone);
		await addAuthenticator(page);
		await enterAsDemo(page);
		const { stack } = environment;
		const token = await readToken(page);
		const person = createClient({ apiUrl: stack.apiUrl, token: () => Promise.resolve(token) });
		const [site] = await listSites(person);
		const loop = { stack, person, site: site! };
		await prepareLoop(loop);
		await addPasskey(page, 'Phone');
		const seconds = await walkLoop({ ...loop, page, siteName: 'Reports' });
		await annotate(`From the request to the decision: ${seconds.toFixed(1)} s`);
		await removePasskey(page, 'Phone');
		await context.close();
	},
);

it('a passkey that does not verify its user is refused by the service', thorough, async () => {
	const { page, context } = await open();
	await addAuthenticator(page, false);
	await enterAsDemo(page);
	// The page requests less than the service requires.
	await page.addInitScript(() => {
		const create = navigator.credentials.create.bind(navigator.credentials);
		navigator.credentials.create = (options) => {
			const authenticatorSelection = {
				userVerification: 'discouraged',
				residentKey: 'discouraged',
			} as const;
			return create({ publicKey: { ...options!.publicKey!, authenticatorSelection } });
		};
	});
	await page.goto('/account');
	await page.getByLabel('Name of the new passkey').fill('No PIN');
	await page.getByRole('button', { name: 'Add a passkey' }).click();
	await page.getByText('The passkey must verify its user').waitFor();
	expect(await page.getByRole('button', { name: 'Rename No PIN' }).count()).toBe(0);
	await context.close();
});

it('the account page lists browsers, and signs another browser out at once', thorough, async () => {
	await withDatabase((sql) => sql`delete from identity."session"`);
	const [one, two] = [await open(), await open()];
	await enterAsDemo(one.page);
	await enterAsDemo(two.page);
	await one.page.goto('/account');
	await one.page.getByText('this browser', { exact: true }).waitFor();
	expect(await findAxeViolations(one.page)).toEqual([]);
	// An open page of the dashboard would notice the sign-out and navigate to the sign-in page before the test loads
	// another page.
	await two.page.goto('/icon.svg');
	await one.page.getByRole('button', { name: /^Sign out Chrome/ }).click();
	await one.page.getByRole('button', { name: 'Sign out', exact: true }).click();
	await expect.poll(() => one.page.getByRole('button', { name: /^Sign out/ }).count()).toBe(0);
	await two.page.goto('/approvals');
	await two.page.waitForURL('**/sign-in?next=%2Fapprovals&ended=1');
	await one.context.close();
	await two.context.close();
});

it('changing the password needs a recent sign-in', thorough, async () => {
	const { page, context } = await open();
	await enterAsDemo(page);
	await withDatabase(
		(sql) => sql`update identity."session" set "createdAt" = now() - interval '16 minutes'`,
	);
	await page.goto('/account');
	await page.getByLabel('New password').fill(environment.stack.demo.password);
	await page.getByRole('button', { name: 'Change password' }).click();
	const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
	await dialog.getByLabel('Password').fill(environment.stack.demo.password);
	await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
	await page.getByText('The password was saved.').waitFor();
	await context.close();
});

it('the sign-in page and the account page fit a phone, in the dark', thorough, async () => {
	const { page, context } = await open({
		viewport: { width: 360, height: 740 },
		colorScheme: 'dark',
	});
	await page.goto('/sign-in');
	await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
	expect(await getHorizontalOverflow(page)).toBe(0);
	expect(await findAxeViolations(page)).toEqual([]);
	await enterAsDemo(page);
	await page.goto('/account');
	await page.getByText('this browser', { exact: true }).waitFor();
	expect(await getHorizontalOverflow(page)).toBe(0);
	expect(await findAxeViolations(page)).toEqual([]);
	await context.close();
});

it('an invitation is mailed', thorough, async () => {
	const { page, context } = await open();
	await enterAsDemo(page);
	await page.getByRole('link', { name: 'Members' }).first().click();
	await page.getByLabel('E-mail address').fill('new@example.com');
	await page.getByRole('button', { name: 'Invite' }).click();
	await page.getByText('This link was mailed to new@example.com').waitFor();
	const { stack } = environment;
	const response = await fetch(`${stack.gatewayUrl}/local/mail?key=${stack.demoKey}`);
	const [message] = (await response.json()) as { to: string; text: string }[];
	expect(message).toMatchObject({ to: 'new@example.com' });
	expect(message!.text).toContain('/invitation#');
	await context.close();
});
