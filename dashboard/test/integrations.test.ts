import type { Client } from '@feedback/client';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import {
	findAxeViolations,
	findFaults,
	getHorizontalOverflow,
	openDialog,
} from './accessibility.ts';
import { openPage, startEnvironment, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { ageSignIn, connectProgram, listSites, signInByApi } from './program.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { createVisitor } from './visitor.ts';

let environment: Environment;
let person: Client;
let site: string;
let receiver: Receiver;
beforeAll(async () => {
	receiver = await startReceiver();
	environment = await startEnvironment({ environment: { FEEDBACK_PRIVATE_NETWORKS: '127.0.0.1' } });
	person = await signInByApi(environment.stack);
	[site] = (await listSites(person)) as [string];
});
afterAll(async () => {
	await environment?.close();
	await receiver?.close();
});

async function open(path: string, options: Parameters<typeof openPage>[1] = {}) {
	// Not shared, because a test may make the sign-in outdated.
	const storageState = await storeSignIn(environment.stack);
	const opened = await openPage(environment, { storageState, ...options });
	await opened.page.goto(path);
	await opened.page.locator('main h1').waitFor();
	await opened.page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
	return opened;
}

const pathOf = (rest = '') => `/sites/${site}/settings/integrations${rest}`;

async function createWebhook(name: string, path: string) {
	const settings = { name, url: `${receiver.url}${path}`, event_types: ['response.closed'] };
	return person.createDestination({ site, kind: 'webhook', ...settings } as never);
}

/** Counts the requests to `/log` that contain a text. */
function countLogged(text: string) {
	return receiver.received.filter(({ path, body }) => path === '/log' && body.includes(text))
		.length;
}

async function fillWebhook(page: Page, name: string, url: string) {
	await page.getByLabel('Name', { exact: true }).fill(name);
	await page.getByLabel('URL', { exact: true }).fill(url);
}

describe('a webhook', () => {
	it('is added with a condition on an answer, and its secret is shown once', async () => {
		const { page, close, consoleErrors } = await open(pathOf());
		await page.getByText('Nothing is sent yet').waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		await page.getByRole('link', { name: 'Add webhook' }).click();
		await fillWebhook(page, 'Warehouse', `${receiver.url}/warehouse`);
		await page.getByLabel('Only these prompts').check();
		await page.getByRole('group', { name: 'Chosen prompts' }).getByLabel('Quick poll').check();
		await page.getByRole('button', { name: 'Answer', exact: true }).click();
		const condition = page.getByRole('group', { name: 'Condition' });
		await condition.getByLabel('Question').selectOption('recommend');
		await condition.getByLabel('Comparison').selectOption('is at most');
		await condition.getByLabel('Answer', { exact: true }).selectOption('3');
		await page.getByLabel('Include the visitor’s account ID and traits').check();
		expect(await findAxeViolations(page)).toEqual([]);
		await page.getByRole('button', { name: 'Create destination' }).click();

		await page.getByRole('heading', { name: 'Webhook “Warehouse” created' }).waitFor();
		const secret = await page.getByLabel('The signing secret').textContent();
		expect(secret).toMatch(/^whsec_/);
		expect(await findAxeViolations(page)).toEqual([]);
		await page.getByRole('button', { name: 'Done' }).click();
		await page.getByRole('heading', { level: 2, name: 'Warehouse' }).waitFor();
		const met = 'The answer to “How likely are you to recommend Reports?” is at most 3.';
		await page.getByText(met).waitFor();
		await page.getByText('Answers of “Quick poll” are included.').waitFor();
		expect(await page.content()).not.toContain(secret);
		const { items } = await person.listDestinations({ site });
		expect(items.find(({ name }) => name === 'Warehouse')).toMatchObject({
			condition: { answer: 'recommend', op: 'at_most', value: 3 },
			include_visitor: true,
			partial: true,
			event_types: ['response.closed'],
		});
		await page.getByRole('link', { name: 'All destinations' }).click();
		await page.getByRole('link', { name: /Warehouse.*active/ }).waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('shows errors from the page and from the service at its fields', async () => {
		const { page, close, consoleErrors } = await open(pathOf('/new/webhook'));
		const create = page.getByRole('button', { name: 'Create destination' });
		const url = page.getByLabel('URL', { exact: true });
		await url.fill('https://user:word@example.com/');
		await create.click();
		await page.getByText('must not contain a user name or a password').waitFor();
		expect(await url.getAttribute('aria-invalid')).toBe('true');
		// The focus is on the first invalid field.
		await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
		await fillWebhook(page, 'Router', 'https://10.0.0.1/feedback');
		await create.click();
		await page.getByText(/^url cannot be used/).waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		expect((await person.listDestinations({ site })).items.map(({ name }) => name)).not.toContain(
			'Router',
		);
		// The browser logs the rejected request.
		expect(consoleErrors.filter((line) => !line.includes('400'))).toEqual([]);
		await close();
	});

	it('keeps fields in one line when one of them has an error', async () => {
		const { page, close } = await open(pathOf('/new/jira'));
		await page.getByRole('button', { name: 'Create destination' }).click();
		await page.getByText('must be the key of a project').waitFor();
		const [project, type] = await Promise.all(
			['Key of the project', 'Issue type'].map((label) => page.getByLabel(label).boundingBox()),
		);
		expect(project!.y).toBe(type!.y);
		await close();
	});

	it(
		'gets a test, answers and redeliveries, and the log shows each attempt',
		thorough,
		async () => {
			receiver.statuses.push(500);
			const { id } = await createWebhook('Log', '/log');
			const { page, close, consoleErrors } = await open(pathOf(`/${id}`));
			await page.getByRole('button', { name: 'Send test' }).click();
			await page
				.getByText(/^Rejected with status 500 after/)
				.first()
				.waitFor();
			const log = page.getByRole('region', { name: 'Deliveries' });
			await log.getByRole('button', { name: /Response closed.*waiting.*test/ }).click();
			const drawer = page.getByRole('dialog', { name: 'Response closed' });
			await drawer.getByText(/^1\. Rejected with status 500/).waitFor();
			await drawer.getByRole('button', { name: 'Redeliver' }).click();
			await drawer.getByText(/Accepted with status 200/).waitFor();
			expect(await findAxeViolations(page, { within: openDialog })).toEqual([]);
			await page.keyboard.press('Escape');
			const sent = receiver.received.filter(({ path }) => path === '/log');
			expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);

			await createVisitor(environment.stack).answer('quick-poll', [
				{ answers: { recommend: 2, why: 'Slow.' }, final: true },
			]);
			await expect.poll(() => countLogged('Slow.')).toBe(1);
			await log.getByRole('button', { name: 'Refresh' }).click();
			await log
				.getByRole('button', { name: /Response closed.*delivered/ })
				.first()
				.waitFor();
			await log.getByLabel('State').selectOption('failed');
			await log.getByText('No matching deliveries.').waitFor();
			await log.getByLabel('State').selectOption('All states');

			await log.getByRole('button', { name: 'Redeliver a period…' }).click();
			const [from, to] = [-1, 1].map((days) =>
				new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
			) as [string, string];
			await log.getByLabel('From: day').fill(to);
			await log.getByLabel('To: day').fill(from);
			await log.getByText('The end must be later than the start.').waitFor();
			await log.getByLabel('From: day').fill(from);
			await log.getByLabel('To: day').fill(to);
			await log.getByLabel('Include messages that were delivered').check();
			await log.getByRole('button', { name: 'Redeliver', exact: true }).click();
			await log.getByText('One message is sent again.').waitFor();
			await expect.poll(() => countLogged('Slow.')).toBe(2);
			expect(consoleErrors).toEqual([]);
			await close();
		},
	);

	it('is edited, paused, resumed and deleted', thorough, async () => {
		const { id } = await createWebhook('Old name', '/edit');
		const { page, close, consoleErrors } = await open(pathOf(`/${id}`));
		const settings = page.getByRole('region', { name: 'Settings', exact: true });
		await settings.getByLabel('Name', { exact: true }).fill('New name');
		// A change of another setting by someone else is preserved.
		await person.updateDestination({ site, destination: id, include_visitor: true });
		await settings.getByRole('button', { name: 'Save' }).click();
		await settings.getByText('Saved.').waitFor();
		expect(await person.getDestination({ site, destination: id })).toMatchObject({
			name: 'New name',
			include_visitor: true,
		});
		await page.getByRole('button', { name: 'Pause' }).click();
		await page.getByText('A person paused it.').waitFor();
		expect(await page.getByRole('button', { name: 'Send test' }).isDisabled()).toBe(true);
		await page.getByRole('button', { name: 'Resume' }).click();
		await page.getByText('active', { exact: true }).waitFor();
		await page.getByRole('button', { name: 'Delete New name' }).click();
		await page.getByRole('button', { name: 'Delete destination' }).click();
		await page.waitForURL(`**${pathOf()}`);
		expect((await person.listDestinations({ site })).items.map((one) => one.id)).not.toContain(id);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('gets a new secret, which must be repeated to finish the rotation', thorough, async () => {
		const { id } = await createWebhook('Rotated', '/rotated');
		const { page, close, consoleErrors } = await open(pathOf(`/${id}`));
		await page.getByRole('button', { name: 'Start rotation' }).click();
		const secret = await page.getByLabel('The signing secret').textContent();
		const panel = page.getByRole('region', { name: 'Signing secret' });
		await panel.getByLabel('New secret').fill(`whsec_${'A'.repeat(44)}`);
		await panel.getByRole('button', { name: 'Finish rotation' }).click();
		await panel.getByRole('alert').waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		await panel.getByLabel('New secret').fill(secret!);
		await panel.getByRole('button', { name: 'Finish rotation' }).click();
		await panel.getByText('Finished: requests are signed with the new secret only.').waitFor();
		const { rotation_ends_at: ends } = await person.getDestination({ site, destination: id });
		expect(ends).toBeNull();
		expect(consoleErrors.filter((line) => !/status of 4/.test(line))).toEqual([]);
		await close();
	});
});

it('a weekly digest is set up on a phone in the dark', thorough, async () => {
	const { page, close, consoleErrors } = await open(pathOf('/new/email'), {
		viewport: { width: 390, height: 844 },
		colorScheme: 'dark',
	});
	await page.getByLabel('Name', { exact: true }).fill('Product team');
	const recipients = page.getByRole('combobox', { name: 'Add to Recipients' });
	await recipients.fill('ada@example.com bob@example.com');
	await recipients.press('Enter');
	await page.getByLabel('Weekly digest').check();
	await page.getByLabel('Day', { exact: true }).selectOption('Friday');
	await page.getByLabel('Local hour').selectOption('16:00');
	await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Vienna');
	expect(await getHorizontalOverflow(page)).toBe(0);
	await page.getByRole('button', { name: 'Create destination' }).click();
	await page.getByText('They are sent every Friday at 16:00 (Europe/Vienna).').waitFor();
	await page.getByText('Next digest').waitFor();
	const waiting = page.getByRole('list', { name: 'Waiting for confirmation' });
	await waiting.getByText('bob@example.com').waitFor();
	expect(await waiting.getByRole('listitem').count()).toBe(2);
	await waiting.getByRole('button', { name: 'Send again to ada@example.com' }).click();
	await page.getByText('This address was asked recently').waitFor();
	expect(await getHorizontalOverflow(page)).toBe(0);
	expect(await findAxeViolations(page)).toEqual([]);
	expect(consoleErrors.filter((line) => !/status of 4/.test(line))).toEqual([]);
	await close();
});

it('a recipient confirms by the e-mail’s link, without an account, and unsubscribes', async () => {
	const recipient = 'eve@example.org';
	await person.createDestination({
		site,
		kind: 'email',
		name: 'Support',
		recipients: [recipient],
		schedule: { every: 'message' },
		event_types: ['response.closed'],
	} as never);
	const { stack } = environment;
	const links = await vi.waitFor(async () => {
		const response = await fetch(`${stack.gatewayUrl}/local/mail?key=${stack.demoKey}`);
		const mails = (await response.json()) as { to: string; text: string }[];
		const text = mails.find(({ to }) => to === recipient)!.text;
		return text.match(/https?:\S+/g)!;
	}, 20_000);
	const { page, close, consoleErrors } = await openPage(environment);
	await page.goto(links[0]!);
	await page.getByText(`wants to send it to ${recipient}.`).waitFor();
	expect(await findFaults(page)).toEqual([]);
	await page.getByRole('button', { name: 'Confirm' }).press('Enter');
	await page.getByText('Your e-mail address is confirmed.').waitFor();
	expect(consoleErrors).toEqual([]);
	await page.goto('about:blank');
	await page.goto(links[0]!);
	await page.getByText('The link has expired or was used already.').waitFor();
	await page.goto(links[1]!);
	await page.getByRole('button', { name: 'Unsubscribe' }).click();
	await page.getByText('You are unsubscribed.').waitFor();
	const { items } = await person.listDestinations({ site });
	expect(items.find(({ name }) => name === 'Support')!.recipients).toMatchObject([
		{ confirmed: true, unsubscribed_at: expect.any(String) as string },
	]);
	await close();
});

describe('a destination that a program requests', () => {
	async function ask(name: string) {
		person = await signInByApi(environment.stack);
		const program = await connectProgram(environment.stack, person, 'laptop (linux)');
		const grant = await program.requestGrant({ action: 'response:read', site });
		await person.approveGrant({ request: grant.id, mode: 'until' });
		return program.requestDestination({
			site,
			kind: 'webhook',
			name,
			url: `${receiver.url}/asked`,
			event_types: ['response.closed'],
			include_visitor: true,
		});
	}

	it('names host and scope, and approving it requires a recent sign-in', async () => {
		const request = await ask('Agent');
		const { page, close, consoleErrors } = await open('/approvals');
		const host = new URL(receiver.url).host;
		await page
			.getByRole('link', { name: `send answers of all prompts to ${host}, with traits` })
			.click();
		await page.getByRole('heading', { level: 1, name: `to ${host}, with traits` }).waitFor();
		await page.getByText(/The visitor’s account ID and traits are included/).waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		expect(page.url()).toBe(request.url);
		await ageSignIn(environment.stack, page);
		await page.getByRole('button', { name: 'Approve', exact: true }).click();
		const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
		await dialog.getByLabel('Password').fill(environment.stack.demo.password);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Webhook “Agent” created' }).waitFor();
		await page.getByRole('link', { name: 'Open the destination' }).click();
		await page.getByRole('heading', { level: 2, name: 'Agent' }).waitFor();
		// The browser logs the rejection of the old sign-in.
		expect(consoleErrors.filter((line) => !/status of 4/.test(line))).toEqual([]);
		await close();
	});

	it('is not created when it is denied', thorough, async () => {
		const request = await ask('Denied');
		const { page, close } = await open(`/approvals/destinations/${request.id}`);
		await page.getByRole('button', { name: 'Deny' }).click();
		await page.getByText('The program is notified. Nothing is sent.').waitFor();
		await page.goto('/approvals');
		const past = page.getByRole('region', { name: 'Destinations, decided and expired' });
		await past.getByText('denied').waitFor();
		const { items } = await person.listDestinations({ site });
		expect(items.map(({ name }) => name)).not.toContain('Denied');
		await close();
	});
});
