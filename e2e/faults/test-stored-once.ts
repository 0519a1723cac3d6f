// Two tabs report numbered events while requests are lost, delayed and refused.
import type { Browser, BrowserContext, Page } from 'playwright';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { launchChromium } from '../../testing/launch-chromium.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';
import { userAgent } from '../../testing/user-agent.ts';
import { builds, buildIfStale } from '../../server/parts/builds.ts';
import type { Stack } from '../../server/stack/start-stack.ts';
import { openTab, startApp, visit } from '../journeys/app.ts';
import { type InjectedFault, type FaultProxy, startFaultProxy } from './proxy.ts';
import { addReportingApp, reportEverywhere } from './reporting-app.ts';

const hour = 3_600_000;

/** Number of events that each of the two tabs has reported when a phase ends. */
export type Phases = {
	/** Three requests in ten are cut. */
	cut: number;
	/** Every other request is delayed. */
	delayed: number;
	/** Requests are refused with 429, five at a time. */
	refused: number;
	/** Three requests in ten are cut, and the tabs are reloaded again and again. */
	reloaded: number;
	/** Ends of hours offline, of 400 events each: the last is the total number of events of a tab. */
	offline: readonly number[];
};

let stack: Stack;
let proxy: FaultProxy;
let app: Awaited<ReturnType<typeof startApp>>;
let browser: Browser;
let context: BrowserContext;
let sql: Sql;

async function start(): Promise<void> {
	await buildIfStale(builds.sdk, () => undefined);
	[stack, browser] = await Promise.all([startTestStack(), launchChromium()]);
	proxy = await startFaultProxy(stack.gatewayUrl);
	app = await startApp(`${proxy.url}/functions/v1`);
	sql = postgres(stack.adminUrl, { max: 1, onnotice() {} });
	context = await browser.newContext({ userAgent });
	await addReportingApp(context);
	// Starts three hours behind, so that the offline hours do not move this device's clock into the future.
	await context.clock.install({ time: Date.now() - 3 * hour });
}

async function stop(): Promise<void> {
	await context?.close();
	await browser?.close();
	await sql?.end();
	await app?.stop();
	await proxy?.stop();
	await stack?.stop();
}

const injected = new Map<InjectedFault['kind'], number>();

/** Injects faults into requests with events, chosen by their number; other requests pass. */
function inject(choose: (number: number) => InjectedFault): void {
	let sent = 0;
	proxy.set((_, path) => {
		const fault: InjectedFault = path.endsWith('/sdk/events') ? choose(sent++) : { kind: 'none' };
		injected.set(fault.kind, (injected.get(fault.kind) ?? 0) + 1);
		return fault;
	});
}

/** Waits until the fault has affected enough requests, because reported events may still be queued. */
async function untilInjected(kind: InjectedFault['kind']): Promise<void> {
	await expect.poll(() => injected.get(kind) ?? 0, { timeout: 60_000 }).toBeGreaterThan(10);
}

/** Cuts three requests in ten: before and after the server handles them, and during the response. */
function cutThreeInTen(number: number): InjectedFault {
	const cuts: InjectedFault[] = [
		{ kind: 'cut_request' },
		{ kind: 'cut_answer' },
		{ kind: 'cut_inside' },
	];
	return cuts[number % 10] ?? { kind: 'none' };
}

/** Events that were reported but not stored, as `tab/number`. */
async function findMissing(tabs: number, total: number): Promise<string[]> {
	const missing = await sql<{ which: string }[]>`
		select tab || '/' || number as which
		from generate_series(0, ${tabs - 1}) tab, generate_series(0, ${total - 1}) number
		where not exists (
			select from app.event_details e where e.name = 'fault.met'
			and e.properties->>'tab' = 'tab' || tab and (e.properties->>'number')::int = number)
		order by tab, number`;
	return missing.map(({ which }) => which);
}

const countStored = async () => {
	const [row] = await sql<{ stored: number; ids: number }[]>`
		select count(*)::int as stored, count(distinct id)::int as ids
		from app.event_details where name = 'fault.met'`;
	return row!;
};

const readQueue = (page: Page) =>
	page.evaluate(() => ({
		queued: window.countQueued(),
		dropped: Object.keys(localStorage).filter((key) => key.endsWith(':dropped')),
	}));

async function spendHourOffline(tabs: readonly Page[], total: number): Promise<void> {
	await proxy.goDown();
	await reportEverywhere(tabs, total);
	expect((await readQueue(tabs[0]!)).queued).toBe(800);
	await context.clock.fastForward(hour);
	await proxy.comeBack();
	// Fire the event with which a browser signals that the network is back; otherwise, the next attempt is minutes
	// away.
	await tabs[0]!.evaluate(() => dispatchEvent(new Event('online')));
}

/** Defines the test that stores each of these events exactly once. */
export function testStoredOnce(phases: Phases): void {
	beforeAll(start);
	afterAll(stop);
	const each = phases.offline.at(-1)!;
	const all = (2 * each).toLocaleString('en');
	it(
		`stores ${all} of ${all} events, each once, whatever the network does`,
		{ timeout: 300_000 },
		async () => {
			const tabs = [
				await openTab(context, app.url, stack.siteId),
				await openTab(context, app.url, stack.siteId),
			];

			// While requests succeed, each event is its own request; the rest are sent in batches of twenty.
			inject(cutThreeInTen);
			await reportEverywhere(tabs, phases.cut);

			inject((number) => (number % 2 === 0 ? { kind: 'delay', ms: 400 } : { kind: 'none' }));
			await reportEverywhere(tabs, phases.delayed);
			await untilInjected('delay');

			inject((number) =>
				number % 25 < 5 ? { kind: 'status', status: 429, retryAfter: 1 } : { kind: 'none' },
			);
			await reportEverywhere(tabs, phases.refused);
			await untilInjected('status');

			inject(cutThreeInTen);
			await reportEverywhere(tabs, phases.reloaded, {
				times: 6,
				every: 700,
				visit: (page) => visit(page, app.url, stack.siteId),
			});

			inject(() => ({ kind: 'none' }));
			for (const total of phases.offline) {
				await expect.poll(() => readQueue(tabs[0]!)).toEqual({ queued: 0, dropped: [] });
				await spendHourOffline(tabs, total);
			}

			await expect
				.poll(() => readQueue(tabs[1]!), { timeout: 60_000 })
				.toEqual({ queued: 0, dropped: [] });
			expect([...(await sql`select cause, events from app.dropped_events`)]).toEqual([]);
			expect(await findMissing(tabs.length, each)).toEqual([]);
			expect(await countStored()).toEqual({ stored: 2 * each, ids: 2 * each });
			for (const kind of ['cut_request', 'cut_answer', 'cut_inside', 'delay', 'status'] as const) {
				expect(injected.get(kind) ?? 0, kind).toBeGreaterThan(10);
			}
		},
	);
}
