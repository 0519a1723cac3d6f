// Measures the time from an event to a visible text field, with 50 ms of latency each way, compared with posthog-js in
// the same run. Run it with: npx node e2e/bench/visible.ts
import { promptSchema } from '@feedback/contract';
import type { Browser, Page } from 'playwright';

import { connectDatabase } from '../../server/postgres/connect.ts';
import { launchChromium } from '../../testing/launch-chromium.ts';
import { userAgent } from '../../testing/user-agent.ts';
import { builds, buildIfStale } from '../../server/parts/builds.ts';
import { demo } from '../../server/demo/demo.ts';
import { startStack } from '../../server/stack/start-stack.ts';
import { startApp, visit } from '../journeys/app.ts';
import type { Cell } from '../prove/figure.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { median } from './median.ts';
import { servePosthog, version } from './visible/serve-posthog.ts';
import { addWatch, readHeap, type Seen, slowDown, watchEvent } from './visible/watch.ts';

const runs = Number(process.env['BENCH_RUNS'] ?? 5);
const cycles = Number(process.env['BENCH_CYCLES'] ?? 100);
/** Round-trip latency, in milliseconds. */
const latency = 100;
/** Most milliseconds until our first prompt, by how many times slower the processor is. */
const mostMs: Record<number, number> = { 1: 230, 4: 280 };

type Sdk = {
	name: string;
	open(page: Page): Promise<void>;
	/** Runs in the page. */
	report(name: string): void;
	close(page: Page): Promise<void>;
};

type Shows = { first: Seen; later: Seen };

const closed = (page: Page) =>
	page.waitForFunction(() => !window.isSeen(), undefined, { timeout: 10_000 });

function describeOurs(url: string, siteId: string): Sdk {
	return {
		name: 'Feedback',
		open: (page) => visit(page, url, siteId),
		report: (name) => void window.Feedback!.event(name),
		async close(page) {
			await page.getByRole('textbox').press('Escape');
			await closed(page);
		},
	};
}

function describePosthog(url: string): Sdk {
	return {
		name: 'posthog-js',
		async open(page) {
			await page.goto(url, { waitUntil: 'networkidle' });
		},
		report: (name) =>
			(window as unknown as { posthog: { capture(name: string): void } }).posthog.capture(name),
		async close(page) {
			await page.locator('.form-cancel').click();
			await closed(page);
		},
	};
}

/** A new visitor: the first prompt, then a second one. */
async function show(browser: Browser, sdk: Sdk, throttle: number): Promise<Shows> {
	const context = await browser.newContext({ userAgent });
	await addWatch(context);
	try {
		const page = await context.newPage();
		await sdk.open(page);
		await slowDown(page, { latency, throttle });
		// Both SDKs have started by then.
		await page.waitForTimeout(2_000);
		const first = await watchEvent(page, sdk.report);
		await sdk.close(page);
		await page.waitForTimeout(1_000);
		return { first, later: await watchEvent(page, sdk.report) };
	} finally {
		await context.close();
	}
}

/**
 * Bytes still in use after this many prompts were opened and closed, all by the page itself: finding elements from
 * outside would leak more than a prompt does.
 */
async function growHeap(browser: Browser, sdk: Sdk): Promise<{ early: number; late: number }> {
	const context = await browser.newContext({ userAgent, reducedMotion: 'reduce' });
	await addWatch(context);
	const page = await context.newPage();
	await sdk.open(page);
	const session = await context.newCDPSession(page);
	const cycle = async (times: number) => {
		await page.evaluate(`(async () => {
			for (let time = 0; time < ${times}; time++) {
				await window.timeUntilSeen(() => (${String(sdk.report)})('bench.seen'));
				window.closeSeen();
				// Wait, to stay below the rate limit of one visitor.
				await new Promise((resolve) => setTimeout(resolve, 600));
			}
		})()`);
		return readHeap(session);
	};
	const early = await cycle(10);
	const late = await cycle(cycles - 10);
	await context.close();
	return { early, late };
}

function summarize(seen: Seen[], mostMs?: number): Record<string, Cell> {
	const times = seen.map(({ milliseconds }) => milliseconds);
	return {
		'median, ms': {
			value: Math.round(median(times)),
			detail: `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}`,
			...(mostMs !== undefined && { goal: { at_most: mostMs } }),
		},
		'runs with a task over 50 ms': seen.filter(({ longTasks }) => longTasks.length > 0).length,
		'longest task, ms': Math.round(Math.max(0, ...seen.flatMap(({ longTasks }) => longTasks))),
		'layout shift': Math.max(...seen.map(({ layoutShift }) => layoutShift)),
	};
}

async function publishPrompt(adminUrl: string, siteId: string): Promise<void> {
	const sql = connectDatabase(adminUrl);
	const content = promptSchema.parse({
		survey_id: 'bench-seen',
		name: 'Bench',
		questions: [{ id: 'more', type: 'long_text', title: 'What could we do better?' }],
		trigger: { events: ['bench.seen'] },
		limits: { show: 'always', again_after_days: 0 },
	});
	await sql`
		select app.publish(s.id, c.prompt_id, c.number, c.sha256)
		from app.sites s, app.create_prompt(s.id, ${sql.json(content as never)}) c
		where s.site_id = ${siteId}`;
	await sql.end();
}

async function main(): Promise<void> {
	await using cleanup = new AsyncDisposableStack();
	await buildIfStale(builds.sdk, console.log);
	const stack = await startStack({ ports: 'free', demo, quiet: true });
	cleanup.defer(() => stack.stop());
	await publishPrompt(stack.adminUrl, stack.siteId);
	const app = await startApp(stack.apiUrl);
	cleanup.defer(() => app.stop());
	const posthog = await servePosthog();
	cleanup.defer(() => posthog.stop());
	const browser = await launchChromium();
	cleanup.defer(() => browser.close());
	const sdks = [describeOurs(app.url, stack.siteId), describePosthog(posthog.url)];
	await compare(browser, sdks);
	const { early, late } = await growHeap(browser, sdks[0]!);
	const kilobytes = (bytes: number) => Math.round(bytes / 1_000);
	reportTable('Memory after collection', {
		'10 prompts': { 'heap, kB': kilobytes(early) },
		[`${cycles} prompts`]: { 'heap, kB': kilobytes(late) },
	});
}

async function compare(browser: Browser, sdks: Sdk[]): Promise<void> {
	const cases = [1, 4].flatMap((throttle) =>
		sdks.map((sdk) => ({ sdk, throttle, shows: [] as Shows[] })),
	);
	for (let run = 0; run < runs; run++) {
		for (const { sdk, throttle, shows } of cases) shows.push(await show(browser, sdk, throttle));
	}
	reportNote(
		`posthog-js ${version}; ${latency / 2} ms of network each way; ${runs} interleaved runs, medians.`,
	);
	for (const { sdk, throttle, shows } of cases) {
		const goal = sdk === sdks[0] ? mostMs[throttle] : undefined;
		reportTable(`${sdk.name}, ${throttle === 1 ? 'full speed' : `${throttle} times slower`}`, {
			first: summarize(
				shows.map(({ first }) => first),
				goal,
			),
			later: summarize(shows.map(({ later }) => later)),
		});
	}
}

await main();
