// A whole stack with the built dashboard, a browser to look with, and a visitor who reports and answers.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';

import { launchShell } from '../../testing/launch-chromium.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';
import type { Stack } from '../../server/stack/start-stack.ts';

export type Stage = { stack: Stack; browser: Browser; url: string; close(): Promise<void> };

export async function openStage(): Promise<Stage> {
	const [stack, browser] = await Promise.all([
		startTestStack({ parts: ['dashboard'] }),
		launchShell(),
	]);
	return {
		stack,
		browser,
		url: stack.dashboardUrl!,
		async close() {
			await browser.close();
			await stack.stop();
		},
	};
}

/** A page of a browser profile in which the printed link was opened once, and everything it complained about. */
export async function openPage(
	{ browser, stack, url }: Stage,
	options: BrowserContextOptions = {},
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
	const context = await browser.newContext({
		baseURL: url,
		storageState: storeDemoKey(stack),
		...options,
	});
	const page = await context.newPage();
	const complaints: string[] = [];
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('console', (message) => {
		if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
	});
	return { page, context, complaints };
}

export type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Like `openPage`, in a profile in which the demo person is signed in. */
export async function openSignedIn(
	stage: Stage,
	options: BrowserContextOptions = {},
): ReturnType<typeof openPage> {
	return openPage(stage, { storageState: await storeSignIn(stage.stack), ...options });
}

/** A browser's storage in which the demo person has just signed in. No page is loaded to make it. */
export async function storeSignIn(stack: Stack): Promise<Storage> {
	const [{ origin, localStorage }] = storeDemoKey(stack).origins as [Storage['origins'][number]];
	const session = { name: sessionKey, value: await fetchSession(stack) };
	return { cookies: [], origins: [{ origin, localStorage: [...localStorage, session] }] };
}

/** A browser's storage after the link that `npm start` prints was opened. */
function storeDemoKey({ dashboardUrl, demoKey }: Stack): Storage {
	const localStorage = [{ name: 'feedback-demo-key', value: demoKey! }];
	return { cookies: [], origins: [{ origin: dashboardUrl!, localStorage }] };
}

/** Signs the demo person in on a page that is open, and waits for the overview. */
export async function signIn(page: Page, stack: Stack): Promise<void> {
	const session = await fetchSession(stack);
	// Any page of the origin will do, so one that loads nothing.
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

// Without the form, which its own tests fill.
async function fetchSession({ authUrl, demo }: Stack): Promise<string> {
	const answer = await fetch(`${authUrl}/token?grant_type=password`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(demo),
	});
	return answer.text();
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** What axe finds wrong with the page as it stands, one line each. */
export async function findBarriers(page: Page): Promise<string[]> {
	// Colours are measured where they end up, not halfway through a transition; nor does one begin meanwhile.
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await page.evaluate(settle);
	// A frame without an origin takes no questions from axe, which would only complain of that.
	return page.evaluate(`${axe}; axe.run(document, { iframes: false, rules: { 'target-size': { enabled: true } } }).then(({ violations }) => violations.flatMap(
		({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`);
}

/** Runs in the page: resolves when every movement that ends has ended, in previews of prompts too. */
async function settle(): Promise<void> {
	const roots: (Document | ShadowRoot)[] = [document];
	// What is found on the way is looked through as well.
	for (const root of roots) {
		for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
	}
	const running = roots
		.flatMap((root) => root.getAnimations())
		.filter((animation) => animation.effect?.getTiming().iterations !== Infinity);
	await Promise.all(running.map((animation) => animation.finished.catch(() => undefined)));
}

/** Pixels by which the page is wider than the screen. */
export function overhang(page: Page): Promise<number> {
	return page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		return scrollWidth - clientWidth;
	});
}

/** The newest message that Auth wrote to somebody: the link in it, and the code. */
export async function readMail(
	{ stack }: Stage,
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
