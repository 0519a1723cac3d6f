// A service with the built dashboard and a demo, and a browser.
import { randomUUID } from 'node:crypto';

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { inject } from 'vitest';

import { ReusablePages, type Storage } from './reusable-pages.ts';
import { showFailedPage } from './show-failed-page.ts';
import { signUp, type TestPerson } from './sign-up.ts';
import { fetchSession } from '../../testing/demo-session.ts';
import type { SharedStack } from '../../testing/shared-stack.ts';
import { launchShell } from '../../testing/launch-chromium.ts';
import { startTestStack, type TestStackOptions } from '../../testing/start-test-stack.ts';
import { connectDatabase } from '../../server/postgres/connect.ts';
import type { Stack } from '../../server/stack/start-stack.ts';
import { demoSite, seedDemo } from '../../supabase/seed.ts';

export type Environment = {
	stack: SharedStack;
	/** UUID of the demo's site. */
	site: string;
	browser: Browser;
	url: string;
	reusable: ReusablePages;
	close(): Promise<void>;
};

/** An environment whose service no other file uses. */
export type OwnEnvironment = Environment & { stack: Stack };

/** Starts an environment with a demo. */
export async function startEnvironment(options: TestStackOptions = {}): Promise<OwnEnvironment> {
	const [stack, browser] = await Promise.all([
		startTestStack({ parts: ['dashboard'], ...options }),
		launchShell(),
	]);
	return {
		stack,
		site: demoSite.id,
		browser,
		url: stack.dashboardUrl!,
		reusable: new ReusablePages(),
		async close() {
			await browser.close();
			await stack.stop();
		},
	};
}

/** An environment on the service that test files share, with its own person and demo. */
export async function openEnvironment(): Promise<Environment> {
	const shared = inject('dashboard');
	const site = {
		id: randomUUID(),
		siteId: `site_${randomUUID().replaceAll('-', '').slice(0, 10)}`,
	};
	const [browser, person] = await Promise.all([launchShell(), addDemo(shared, site)]);
	return {
		stack: { ...shared, demo: person, siteId: site.siteId },
		site: site.id,
		browser,
		url: shared.dashboardUrl!,
		reusable: new ReusablePages(),
		close: () => browser.close(),
	};
}

/** A person with a copy of the demo in a separate workspace. */
async function addDemo(
	shared: SharedStack,
	site: { id: string; siteId: string },
): Promise<TestPerson> {
	const person = await signUp(shared);
	const sql = connectDatabase(shared.databaseUrl);
	try {
		await seedDemo(sql, person, { workspace: randomUUID(), ...site });
	} finally {
		await sql.end();
	}
	return person;
}

export type Opened = {
	page: Page;
	context: BrowserContext;
	/** Errors and warnings. */
	consoleErrors: string[];
	/** Releases the page; another test may reuse it. */
	close(): Promise<void>;
};

/** Opens a page in a browser profile that has opened the printed link. With options, the profile is unused. */
export async function openPage(
	{ browser, stack, url, reusable }: Environment,
	options: BrowserContextOptions = {},
): Promise<Opened> {
	const { storageState, ...others } = { storageState: storeDemoKey(stack), ...options };
	const isUsual = Object.keys(others).length === 0 && isStorageOf(url, storageState);
	const page =
		(isUsual ? await reusable.take(storageState) : undefined) ??
		(await openNew(browser, { baseURL: url, storageState, ...others }));
	const context = page.context();
	const consoleErrors: string[] = [];
	page.on('pageerror', (error) => consoleErrors.push(error.message));
	page.on('console', (message) => {
		if (message.type() === 'error' || message.type() === 'warning')
			consoleErrors.push(message.text());
	});
	showFailedPage(page, consoleErrors);
	const close = () => (isUsual ? reusable.giveBack(page) : context.close());
	return { page, context, consoleErrors, close };
}

async function openNew(browser: Browser, options: BrowserContextOptions): Promise<Page> {
	// Animations draw 60 frames a second; tests that observe movement enable them.
	const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
	return context.newPage();
}

function isStorageOf(
	url: string,
	storage: BrowserContextOptions['storageState'],
): storage is Storage {
	return (
		typeof storage === 'object' &&
		storage.cookies.length === 0 &&
		storage.origins.every(({ origin }) => origin === new URL(url).origin)
	);
}

/** Like `openPage`, signed in as the demo person. */
export async function openSignedIn(
	environment: Environment,
	options: BrowserContextOptions = {},
): ReturnType<typeof openPage> {
	return openPage(environment, { storageState: await storeSignIn(environment.stack), ...options });
}

/** Browser storage in which the demo person has just signed in, created without loading a page. */
export async function storeSignIn(stack: SharedStack): Promise<Storage> {
	const [{ origin, localStorage }] = storeDemoKey(stack).origins as [Storage['origins'][number]];
	const session = { name: sessionKey, value: await fetchSession(stack) };
	return { cookies: [], origins: [{ origin, localStorage: [...localStorage, session] }] };
}

/** Browser storage after opening the link that `npm start` prints. */
function storeDemoKey({ dashboardUrl, demoKey }: SharedStack): Storage {
	const localStorage = [{ name: 'feedback-demo-key', value: demoKey! }];
	return { cookies: [], origins: [{ origin: dashboardUrl!, localStorage }] };
}

/** Signs in as the demo person on an open page, and waits for the overview. */
export async function signIn(page: Page, stack: SharedStack): Promise<void> {
	const session = await fetchSession(stack);
	// Any page of the origin works, so use an empty one.
	await page.route('**/nothing', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
	await page.goto('/nothing');
	await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
		sessionKey,
		session,
	] as const);
	await page.goto('/');
	await page.waitForURL('**/overview');
	await page.getByText('Live', { exact: true }).waitFor();
}

const sessionKey = 'feedback-session';

/** The link and the code in the newest message of Auth to an address. */
export async function readMail(
	{ stack }: Environment,
	to: string,
): Promise<{ link: string; code: string }> {
	const response = await fetch(`${stack.gatewayUrl}/local/mail?key=${stack.demoKey}`);
	const messages = (await response.json()) as { to: string; text: string }[];
	const text = messages.find((message) => message.to === to)?.text ?? '';
	const [link] = /https?:\/\/\S+/.exec(text) ?? [];
	const [, code] = /code is: (\d+)/.exec(text) ?? [];
	if (!link || !code) throw new Error(`No message to ${to}: ${text}`);
	return { link, code };
}
