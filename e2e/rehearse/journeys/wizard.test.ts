import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launchChromium } from '../../../testing/launch-chromium.ts';
import { startTestStack } from '../../../testing/start-test-stack.ts';
import { userAgent } from '../../../testing/user-agent.ts';
import { builds, buildIfStale } from '../../../server/parts/builds.ts';
import type { Stack } from '../../../server/stack/start-stack.ts';
import { openTab, report, startApp } from '../../journeys/app.ts';
import { type Approver, openApprover } from './approver.ts';
import { type Terminal, openTerminal, readData } from './terminal.ts';

let stack: Stack;
let app: Awaited<ReturnType<typeof startApp>>;
let browser: Browser;
let context: BrowserContext;
let person: Approver;
let terminal: Terminal;

beforeAll(async () => {
	const quietly = () => undefined;
	await buildIfStale(builds.sdk, quietly);
	await buildIfStale(builds.command, quietly);
	[stack, browser] = await Promise.all([
		startTestStack({ parts: ['dashboard'] }),
		launchChromium(),
	]);
	app = await startApp(stack.apiUrl);
	context = await browser.newContext({ userAgent, viewport: { width: 1_200, height: 900 } });
	context.setDefaultTimeout(20_000);
	person = await openApprover(context, stack);
	terminal = openTerminal(stack);
	terminal.write('index.html', '<!doctype html>\n<html>\n<head>\n</head>\n</html>\n');
});

afterAll(async () => {
	terminal?.remove();
	await app?.stop();
	await browser?.close();
	await stack?.stop();
});

type Result = {
	notes: string[];
	site: { id: string; site_id: string };
	prompt: { id: string; revision: number; state: string } | null;
	verified: string | null;
	decision: { reason: string | null; text: string } | null;
};

const init = ['init', '--yes'];
const readPage = () => readFileSync(join(terminal.folder, 'index.html'), 'utf8');

/** Runs the wizard while the person approves its requests one after another. */
async function approved(asks: number, ...argv: string[]): Promise<Result> {
	const running = terminal.start(...init, ...argv, '--wait=60', '--json');
	let seen = '';
	for (let at = 0; at < asks; at += 1) {
		const address = new RegExp(`${seen}[^]*Approve it here: (\\S+)`);
		const url = await running.said(address);
		await person.approve(url);
		seen = url.replaceAll(/[.?]/g, '\\$&');
	}
	return readData<Result>(await running.ended);
}

/** Waits for the first event with the wizard, while a visitor with this user agent reports one. */
async function verify(siteId: string, agent: string, event: string): Promise<Result> {
	const running = terminal.start(...init, '--verify', '--json');
	const visitor = await browser.newContext({ userAgent: agent });
	try {
		const page = await openTab(visitor, app.url, siteId);
		// The wizard reads the event names before it waits, and again every two seconds: each report is a change.
		let ended = false;
		void running.ended.then(() => (ended = true));
		await expect
			.poll(
				async () => {
					await report(page, event);
					return ended;
				},
				{ timeout: 40_000, interval: 500 },
			)
			.toBe(true);
	} finally {
		await visitor.close();
	}
	return readData<Result>(await running.ended);
}

describe('the wizard against the service', () => {
	it('refuses a site ID that the service does not know, and accepts a known one', async () => {
		const before = readPage();
		const refused = await terminal.failure(...init, '--site-id', 'site_doesnotexist');
		expect([refused.exit, refused.error.code]).toEqual([3, 'unknown_site']);
		expect(readPage()).toBe(before);
		const { notes } = await terminal.data<Result>(...init, '--site-id', stack.siteId);
		expect(notes).toEqual([]);
		expect(readPage()).toContain(stack.siteId);
		expect((await terminal.run('init', '--undo')).code).toBe(0);
		expect(readPage()).toBe(before);
	});

	it('creates a site and a first draft, each approved by a person, and explains why nothing appears', async () => {
		const login = terminal.start('login', '--browser');
		await person.authorize(await login.said(/(http\S+\/oauth\/authorize\S+)/), 'Reports');
		expect((await login.ended).code).toBe(0);

		const { site, prompt } = await approved(2, '--first-prompt', '--name', 'Shop');
		expect(prompt).toMatchObject({ state: 'created', revision: 1 });
		expect(readPage()).toContain(site.site_id);

		// Without permission to read events: no prompt is published, so no prompt can appear.
		const unread = await verify(site.site_id, userAgent, 'report.exported');
		expect(unread).toMatchObject({ verified: 'report.exported', decision: { reason: null } });
		expect(unread.decision!.text).toContain('No published prompt');

		const reading = terminal.start('response', 'list', '--site', site.id, '--wait=60', '--json');
		await person.approve(await reading.said(/Approve it here: (\S+)/));
		await reading.ended;
		const plain = await verify(site.site_id, userAgent, 'cart.opened');
		expect(plain.decision).toMatchObject({ reason: 'no_prompt' });
		const bot = await verify(site.site_id, 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'bot.came');
		expect(bot.decision).toMatchObject({ reason: 'bot', text: 'The visitor looks like a bot.' });
	}, 180_000);
});
