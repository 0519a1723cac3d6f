// Measures the time from an event of the backend to the prompt on an open, idle page; two devices that poll for one
// prompt; and the cost of polls. Run it with: npx node e2e/bench/poll.ts
import { setTimeout as pause } from 'node:timers/promises';

import { type PromptInput } from '@feedback/contract';
import type { BackendResponse, IdentifyResponse, PollResponse } from '@feedback/contract/wire';
import type { Browser, Page } from 'playwright';

import { signInByApi } from '../../dashboard/test/program.ts';
import { builds, buildIfStale } from '../../server/parts/builds.ts';
import type { Stack } from '../../server/stack/start-stack.ts';
import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';
import { launchChromium } from '../../testing/launch-chromium.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';
import { userAgent } from '../../testing/user-agent.ts';
import { startApp, visit } from '../journeys/app.ts';
import { listTree } from '../server-processes.ts';
import { reportTable } from '../prove/report.ts';
import { cpuOf } from './process-cost.ts';

/** Open pages, each with its own account. */
const pages = Number(process.env['BENCH_PAGES'] ?? 10);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 10);
const pairs = Number(process.env['BENCH_PAIRS'] ?? 500);
const polls = Number(process.env['BENCH_POLLS'] ?? 2_000);

const content: PromptInput = {
	survey_id: 'after-payment',
	name: 'After a payment',
	questions: [{ id: 'why', type: 'long_text', title: 'What made you stay?' }],
	trigger: { events: ['invoice.paid'], source: 'backend' },
	limits: { show: 'always', again_after_days: 0, site_limits: 'ignore' },
};

await using cleanup = new AsyncDisposableStack();
await buildIfStale(builds.sdk, console.log);
const stack = await startTestStack();
cleanup.defer(() => stack.stop());
const { siteId, siteKey } = await prepare(stack);
await measurePages(stack, siteId);
await racePairs(stack, siteId);
await measureCost(stack, siteId);

/** Creates a site with one prompt, and a site key. */
async function prepare(running: Stack) {
	const owner = await signInByApi(running);
	const workspace = (await owner.whoami()).workspaces[0]!.id;
	const { id: site, site_id } = await owner.createSite({ workspace, name: 'Bench' });
	const { id: prompt } = await owner.createPrompt({ site, content });
	await owner.publishPrompt({ site, prompt, revision: 1 });
	const { secret } = await owner.createSiteKey({ site, name: 'Bench' });
	return { siteId: site_id, siteKey: secret };
}

/** Reports a payment as the app's backend does. */
async function pay(account: string): Promise<void> {
	const event = { id: mintUuidv7(Date.now()), account, name: 'invoice.paid', properties: {} };
	const response = await fetch(`${stack.apiUrl}/events`, {
		method: 'POST',
		headers: { authorization: `Bearer ${siteKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({ events: [event] }),
	});
	const { events } = (await response.json()) as BackendResponse;
	const reason = events[0]?.reason;
	if (reason !== 'waiting') throw new Error(`The payment of ${account} was ${reason}.`);
}

async function measurePages({ apiUrl }: Stack, site: string): Promise<void> {
	const app = await startApp(apiUrl);
	const browser = await launchChromium();
	const opened = await Promise.all(
		Array.from({ length: pages }, (_, at) => openPage(browser, app.url, site, `page_${at}`)),
	);
	const times: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const found = await Promise.all(
			opened.map(async (page, at) => {
				// Pay at a random time between two polls.
				await pause(Math.random() * 8_000);
				const begun = performance.now();
				await pay(`page_${at}`);
				await page.getByRole('textbox').waitFor({ timeout: 30_000 });
				const took = performance.now() - begun;
				await page.getByRole('button', { name: 'Close' }).click();
				await page.getByRole('textbox').waitFor({ state: 'detached' });
				return took;
			}),
		);
		times.push(...found);
	}
	await browser.close();
	await app.stop();
	const at = (share: number) =>
		Math.round(times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1]!);
	reportTable('From the call of the backend to the prompt on an idle page', {
		[`${times.length} events`]: {
			pages,
			'median, ms': at(0.5),
			'p95, ms': at(0.95),
			'longest, ms': at(1),
		},
	});
}

async function openPage(
	browser: Browser,
	url: string,
	site: string,
	account: string,
): Promise<Page> {
	const context = await browser.newContext({ userAgent, reducedMotion: 'reduce' });
	const page = await context.newPage();
	await visit(page, url, site);
	await page.evaluate((id) => window.Feedback!.identify(id), account);
	return page;
}

/**
 * Posts as a browser does. One address may send at most about 20 requests per second that need a decision, and 100
 * others.
 */
async function post<Body>({ apiUrl }: Stack, route: string, body: object) {
	const response = await fetch(`${apiUrl}/sdk/${route}`, {
		method: 'POST',
		headers: { 'content-type': 'text/plain', 'user-agent': userAgent },
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
	return (await response.json()) as Body;
}

async function signIn(to: Stack, site: string, account: string) {
	const caller = {
		site,
		sdk: '0.4.0',
		visitor: mintUuidv7(Date.now()),
		session: mintUuidv7(Date.now()),
	};
	const identify = { account, traits: {} };
	const { poll } = await post<IdentifyResponse>(to, 'identify', { ...caller, identify });
	return { ...caller, id: poll! };
}

/** Two devices of an account poll at the same time: exactly one displays the prompt. */
async function racePairs(to: Stack, site: string): Promise<void> {
	const counts = { none: 0, one: 0, two: 0 };
	for (let pair = 0; pair < pairs; pair++) {
		const account = `pair_${pair}`;
		const devices = await Promise.all([signIn(to, site, account), signIn(to, site, account)]);
		await pay(account);
		const answers = await Promise.all(
			devices.map((device) => post<PollResponse>(to, 'poll', device)),
		);
		const shown = answers.filter(({ decision }) => decision?.reason === 'displayed').length;
		counts[shown === 1 ? 'one' : shown === 0 ? 'none' : 'two']++;
		await pause(250);
	}
	reportTable('Two devices of an account that poll at once', {
		[`${pairs} pairs`]: {
			'exactly one displays': { value: counts.one, goal: { exactly: pairs } },
			neither: counts.none,
			both: counts.two,
		},
	});
}

/** Measures polls that find nothing, one after another. */
async function measureCost(to: Stack, site: string): Promise<void> {
	const device = await signIn(to, site, 'idle');
	const pids = listTree(process.pid);
	const before = cpuOf(pids);
	for (let sent = 0; sent < polls; sent++) {
		await post<PollResponse>(to, 'poll', device);
		await pause(8);
	}
	// CPU of all processes, the sender too.
	const cpu = Number(((cpuOf(pids) - before) / polls).toFixed(2));
	reportTable('A poll that finds nothing', { [`mean of ${polls}`]: { 'CPU, ms': cpu } });
}
