// Notifications of approval requests: the dashboard subscribes, the service encrypts and sends, and the browser's own
// service worker shows. Only the push service between them is ours, because the real one is on the internet.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Client } from '@feedback/client';
import type { BrowserContext, Page, Worker } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { createSubscription } from '../../supabase/functions/tests/push-browser.ts';
import type { PushBrowser } from '../../supabase/functions/tests/push-browser.ts';
import { launchChromium } from '../../testing/launch-chromium.ts';
import { thorough } from '../../testing/thorough.ts';
import { findAxeViolations, getHorizontalOverflow } from './accessibility.ts';
import { openPage, startEnvironment, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { connectProgram, signInByApi } from './program.ts';

let service: Environment;
let environment: Environment;
let person: Client;
let program: Client;
let workspace: string;
let received: Buffer[];
const pushService = createServer((request, response) => {
	void request.toArray().then((chunks) => {
		received.push(Buffer.concat(chunks as Buffer[]));
		response.writeHead(201).end();
	});
});

beforeAll(async () => {
	received = [];
	await new Promise<void>((resolve) => pushService.listen(0, '127.0.0.1', resolve));
	service = await startEnvironment({ environment: { FEEDBACK_PRIVATE_NETWORKS: '127.0.0.1' } });
	// A headless shell has no notifications.
	environment = { ...service, browser: await launchChromium() };
	person = await signInByApi(environment.stack);
	program = await connectProgram(environment.stack, person, 'laptop (linux)');
	workspace = (await person.whoami()).workspaces[0]!.id;
});
afterAll(async () => {
	await environment?.browser.close();
	await service?.close();
	pushService.closeAllConnections();
	pushService.close();
});

type Opened = Awaited<ReturnType<typeof openPage>> & { browser: PushBrowser };

/** A page whose browser subscribes at our push service. */
async function open(path: string, options: Parameters<typeof openPage>[1] = {}): Promise<Opened> {
	const { port } = pushService.address() as AddressInfo;
	const browser = createSubscription(`http://127.0.0.1:${port}/send/${crypto.randomUUID()}`);
	const storageState = await storeSignIn(environment.stack);
	const opened = await openPage(environment, { storageState, reducedMotion: 'reduce', ...options });
	await opened.context.grantPermissions(['notifications'], { origin: environment.url });
	await opened.page.addInitScript((subscription) => {
		const stored = 'test-subscribed';
		const made = {
			...subscription,
			toJSON: () => subscription,
			unsubscribe: () => Promise.resolve(localStorage.removeItem(stored) ?? true),
		};
		PushManager.prototype.getSubscription = () =>
			Promise.resolve((localStorage.getItem(stored) ? made : null) as PushSubscription | null);
		PushManager.prototype.subscribe = () => {
			localStorage.setItem(stored, 'yes');
			return Promise.resolve(made as unknown as PushSubscription);
		};
	}, browser.subscription);
	await opened.page.goto(path);
	await opened.page.getByRole('region', { name: 'Notifications' }).waitFor();
	return { ...opened, browser };
}

const waiting = { timeout: 20_000 };
const panel = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Gives the browser a message as its push service would, and returns the notifications that its worker shows. */
async function deliver(page: Page, context: BrowserContext, data: unknown) {
	const session = await context.newCDPSession(page);
	const registered = new Promise<string>((resolve) => {
		session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
			const [found] = registrations;
			if (found) resolve(found.registrationId);
		});
	});
	await session.send('ServiceWorker.enable');
	await session.send('ServiceWorker.deliverPushMessage', {
		origin: environment.url,
		registrationId: await registered,
		data: JSON.stringify(data),
	});
	return vi.waitFor(async () => {
		const shown = await page.evaluate(async () => {
			const registration = await navigator.serviceWorker.ready;
			const notifications = await registration.getNotifications();
			return notifications.map(({ title, body, tag }) => ({ title, body, tag }));
		});
		expect(shown.length).toBeGreaterThan(0);
		return shown;
	}, waiting);
}

/** Clicks the shown notification in the worker, and returns the page that it opens. */
function click(worker: Worker): Promise<string> {
	return worker.evaluate(async () => {
		const scope = globalThis as unknown as {
			registration: ServiceWorkerRegistration;
			clients: { openWindow(url: string): Promise<null>; matchAll(): Promise<never[]> };
		};
		const [notification] = await scope.registration.getNotifications();
		return new Promise<string>((resolve) => {
			// Only a real click may open a window.
			scope.clients.matchAll = () => Promise.resolve([]);
			scope.clients.openWindow = (url) => {
				resolve(url);
				return Promise.resolve(null);
			};
			const click = Object.assign(new Event('notificationclick'), {
				notification,
				waitUntil: () => undefined,
			});
			globalThis.dispatchEvent(click);
		});
	});
}

it('a device that is notified shows who asks and what for, and opens the request', async () => {
	const { page, context, browser, consoleErrors, close } = await open('/approvals');
	const workerStarted = context.waitForEvent('serviceworker');
	await panel(page).getByRole('button', { name: 'Notify this device' }).click();
	await panel(page).getByText('on', { exact: true }).waitFor();
	const worker = await workerStarted;
	await vi.waitFor(() => expect(received).toHaveLength(1), waiting);
	expect(browser.decrypt(received[0]!)).toMatchObject({ title: 'This device is notified' });

	const { id } = await program.requestGrant({
		action: 'site:create',
		workspace,
		site_name: 'Shop',
	});
	await vi.waitFor(() => expect(received).toHaveLength(2), waiting);
	const sent = browser.decrypt(received[1]!);
	const [shown] = await deliver(page, context, sent);
	expect(shown).toEqual({
		title: 'Feedback command asks to create the site “Shop” in the workspace',
		body: 'Demo workspace',
		tag: id,
	});
	expect(await click(worker)).toBe(`${environment.url}/approvals/${id}`);
	// It caches nothing and handles no request, so pages never come from it.
	expect(await page.evaluate(() => caches.keys())).toEqual([]);

	await page.goto('/account');
	await panel(page).getByText('on', { exact: true }).waitFor();
	await panel(page).getByRole('button', { name: 'Stop notifications' }).click();
	await panel(page).getByRole('button', { name: 'Notify this device' }).waitFor();
	expect((await person.listPushSubscriptions()).items).toEqual([]);
	expect(consoleErrors).toEqual([]);
	await close();
});

it(
	'the account lists other devices, which can be removed, on a phone in the dark',
	thorough,
	async () => {
		const { port } = pushService.address() as AddressInfo;
		const { subscription } = createSubscription(`http://127.0.0.1:${port}/send/other`);
		await person.createPushSubscription({ ...subscription, browser: 'Firefox on Android' });
		const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const };
		const { page, close } = await open('/account', phone);
		const other = panel(page).getByRole('listitem').filter({ hasText: 'Firefox on Android' });
		await other.waitFor();
		expect(await getHorizontalOverflow(page)).toBeLessThanOrEqual(0);
		expect(await findAxeViolations(page)).toEqual([]);
		await other.getByRole('button', { name: /^Remove/ }).click();
		await other.getByRole('button', { name: 'Remove', exact: true }).click();
		await other.waitFor({ state: 'detached' });
		await close();
	},
);

it('the dashboard can be installed', thorough, async () => {
	const { page, close } = await open('/approvals');
	const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
		icons: { src: string; sizes: string }[];
	};
	const icons = await Promise.all(
		manifest.icons.map(({ src }) => page.request.get(`/${src}`).then((icon) => icon.status())),
	);
	expect(icons.every((status) => status === 200)).toBe(true);
	expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(
		expect.arrayContaining(['192x192', '512x512']),
	);
	await close();
});
