// Measures the time in the dashboard from an interaction to the next paint, in a browser at a quarter of its speed, on
// a site with many prompts, responses and event names. The times come from Event Timing, as for "Interaction to Next
// Paint". Prints the first time of each interaction, with cold caches, and the median of all rounds.
// Run it with: npx node e2e/bench/dashboard.ts
import { chromium, type Page } from 'playwright';

import { fetchSession } from '../../testing/demo-session.ts';
import type { Stack } from '../../server/stack/start-stack.ts';
import { reportTable } from '../prove/report.ts';
import { median } from './median.ts';
import { startFilledDashboard } from './filled-dashboard.ts';
import type { Filled } from './many-answers.ts';

const sizes = {
	prompts: Number(process.env['BENCH_PROMPTS'] ?? 1_000),
	responses: Number(process.env['BENCH_RESPONSES'] ?? 100_000),
	events: Number(process.env['BENCH_EVENTS'] ?? 20_000),
};
const names = 500;
const rounds = Number(process.env['BENCH_RUNS'] ?? 5);
const throttle = 4;
const goal = 100;
/** Milliseconds to wait before and after an interaction, so that the page is idle. */
const rest = 1_000;

console.log(
	`${sizes.prompts} prompts, ${sizes.responses} responses, ${names} event names; ${throttle}× throttle …`,
);
const { stack, filled, stopWith, stop } = await startFilledDashboard(
	sizes,
	(admin, { site }) => admin`
		insert into app.event_names (site_id, name, registered, first_seen_at, last_seen_at)
		select ${site}, 'section.n' || n, false, now(), now() from generate_series(1, ${names}::int) n`,
);
const browser = await chromium.launch({
	executablePath: process.env['FEEDBACK_CHROMIUM'] ?? '/usr/bin/chromium',
	args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
});
stopWith(() => browser.close());
try {
	const page = await openSignedIn(stack);
	reportTable('The slowed page', {
		'a hundred million additions': { 'took, ms': await timeSums(page) },
	});
	for (const scene of scenesOf(filled)) {
		const played: Map<string, number>[] = [];
		for (let round = 0; round < rounds; round++) played.push(await play(page, scene));
		print(scene, played);
	}
} finally {
	await stop();
}

async function openSignedIn(stack: Stack): Promise<Page> {
	const session = await fetchSession(stack);
	const context = await browser.newContext({ baseURL: stack.dashboardUrl! });
	const page = await context.newPage();
	await page.route('**/nothing', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
	await page.goto('/nothing');
	await page.evaluate((text) => localStorage.setItem('feedback-session', text), session);
	await page.addInitScript(`
		window.interactions = [];
		new PerformanceObserver((list) => {
			for (const { interactionId, duration } of list.getEntries())
				if (interactionId) window.interactions.push([interactionId, duration]);
		}).observe({ type: 'event', durationThreshold: 16, buffered: true });`);
	const devtools = await context.newCDPSession(page);
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle });
	return page;
}

type Scene = {
	name: string;
	path: string;
	ready: (page: Page) => Promise<unknown>;
	steps: Record<string, (page: Page) => Promise<unknown>>;
};

function scenesOf({ site, busy }: Filled): Scene[] {
	const main = (page: Page) => page.getByRole('main');
	const row = (page: Page) => main(page).getByRole('listitem').getByRole('link').first();
	const texts = (page: Page) =>
		page
			.getByRole('region', { name: 'List of text answers' })
			.getByRole('listitem')
			.getByRole('button');
	// Choose by keyboard: a choice by a script is not an interaction.
	const next = (page: Page, name: string) =>
		page.getByRole('combobox', { name, exact: true }).press('ArrowDown');
	const close = (page: Page) => page.keyboard.press('Escape');
	return [
		{
			name: 'Overview',
			path: `/sites/${site}/overview`,
			ready: (page) =>
				page.getByRole('region', { name: 'Live prompts' }).waitFor({ timeout: 120_000 }),
			steps: {
				'another period': (page) => next(page, 'Period of the overview'),
				'opening the palette': (page) => page.keyboard.press('Control+k'),
				'closing it': close,
			},
		},
		{
			name: 'Prompts',
			path: `/sites/${site}/prompts`,
			ready: (page) => row(page).waitFor(),
			steps: {
				'typing in the search': (page) =>
					page.getByRole('searchbox').pressSequentially('p-9', { delay: 60 }),
				'another order': (page) => next(page, 'Order'),
				'opening the actions': (page) =>
					page
						.getByRole('button', { name: /^Actions for/ })
						.first()
						.click(),
				'closing them': close,
				'opening the palette': (page) => page.keyboard.press('Control+k'),
				'typing in the palette': (page) => page.keyboard.type('p-9', { delay: 60 }),
				'closing it': close,
			},
		},
		{
			name: 'Editor',
			path: `/sites/${site}/prompts/${busy}/edit`,
			ready: (page) => page.locator('[data-toggle]').first().waitFor(),
			steps: {
				'opening a question': (page) => page.locator('[data-toggle]').last().click(),
				'typing its words': (page) =>
					page
						.getByLabel('Question', { exact: true })
						.pressSequentially(' Tell us more', { delay: 60 }),
				'closing it': (page) => page.locator('[data-toggle]').last().click(),
				'opening a part': (page) => page.locator('[data-part] h2 button').first().click(),
			},
		},
		{
			name: 'Responses',
			path: `/sites/${site}/responses`,
			ready: (page) => row(page).waitFor({ timeout: 120_000 }),
			steps: {
				'typing in the search': (page) =>
					page.getByRole('searchbox').pressSequentially('because 9', { delay: 60 }),
				'final only': (page) => next(page, 'Completion'),
				'last 7 days': (page) => next(page, 'Period'),
				'typing a prompt': (page) =>
					page
						.getByRole('combobox', { name: 'Prompt', exact: true })
						.pressSequentially('busy', { delay: 60 }),
				'opening a row': async (page) => {
					await close(page);
					await row(page).click();
					await page.getByRole('dialog').waitFor();
				},
				'closing it': close,
				'sending them to the team': async (page) => {
					await page.getByRole('button', { name: 'Send…' }).click();
					await page.getByRole('dialog').waitFor();
				},
				'closing that': close,
			},
		},
		{
			name: 'Results',
			path: `/sites/${site}/prompts/${busy}/results`,
			ready: (page) => page.getByRole('img', { name: /^Answers by score/ }).waitFor(),
			steps: {
				'last 7 days': (page) => next(page, 'Period'),
				'a table instead of a chart': (page) =>
					page.getByRole('button', { name: 'Scores as a table' }).click(),
				'typing in the search': (page) =>
					page.getByRole('searchbox').pressSequentially('because 9', { delay: 60 }),
			},
		},
		{
			name: 'Inbox',
			path: `/sites/${site}/inbox`,
			ready: (page) => texts(page).first().waitFor({ timeout: 120_000 }),
			steps: {
				'the next text': (page) => page.keyboard.press('j'),
				'opening a text': (page) => texts(page).nth(2).click(),
				'selecting a text': (page) =>
					page
						.getByRole('checkbox', { name: /^Select/ })
						.nth(3)
						.click(),
				'clearing the selection': (page) =>
					page.getByRole('button', { name: 'Clear', exact: true }).click(),
				'marking it as done': (page) => page.getByRole('button', { name: 'Mark as done' }).click(),
				'opening the filter': (page) =>
					page.getByRole('button', { name: 'Filter', exact: true }).click(),
				'done only': (page) => next(page, 'Status'),
				'typing in the search': (page) =>
					page.getByRole('searchbox').pressSequentially('because 9', { delay: 60 }),
			},
		},
		{
			name: 'Event names',
			path: `/sites/${site}/events`,
			ready: (page) => row(page).waitFor(),
			steps: {
				'typing in the search': (page) =>
					page.getByRole('searchbox').pressSequentially('section.n4', { delay: 60 }),
				'seen last': (page) => next(page, 'Order'),
				'opening a row': async (page) => {
					await row(page).click();
					await page.getByRole('dialog').waitFor();
				},
				'closing it': close,
			},
		},
		{
			name: 'Live tail',
			path: `/sites/${site}/events/live`,
			ready: (page) => main(page).locator('summary').first().waitFor(),
			steps: {
				'opening a row': (page) => main(page).locator('summary').first().click(),
				'older ones': async (page) => {
					const button = page.getByRole('button', { name: /^Show older/ });
					// Scrolling is not an interaction; the press does not draw the content that scrolls
					// into view.
					await button.scrollIntoViewIfNeeded();
					await page.waitForTimeout(rest);
					await button.click();
				},
				'a reason': (page) => next(page, 'Reason'),
			},
		},
	];
}

/** Times of a scene's steps on a page that has just been opened, in milliseconds. */
async function play(page: Page, { path, ready, steps }: Scene): Promise<Map<string, number>> {
	await page.goto(path);
	await ready(page);
	const times = new Map<string, number>();
	for (const [step, act] of Object.entries(steps)) {
		await page.waitForTimeout(rest);
		await page.evaluate('window.interactions.length = 0');
		await act(page);
		await page.waitForTimeout(rest);
		times.set(step, await readLongest(page));
	}
	return times;
}

function print({ name, steps }: Scene, played: Map<string, number>[]): void {
	reportTable(
		name,
		Object.fromEntries(
			Object.keys(steps).map((step) => {
				const times = played.map((round) => round.get(step)!);
				const value = median(times);
				return [
					step,
					{ 'next paint, ms': { value, goal: { at_most: goal } }, 'at first, ms': times[0]! },
				];
			}),
		),
	);
}

/** Measures the speed of the machine; figures from different machines can be compared only with this value. */
function timeSums(page: Page): Promise<number> {
	return page.evaluate(() => {
		const before = performance.now();
		let sum = 0;
		for (let at = 0; at < 100_000_000; at++) sum = (sum + at) | 0;
		return Math.round(performance.now() - before + (sum & 0));
	});
}

/** Milliseconds of the slowest interaction since the last reset; 0 when all were too fast (16 ms) to be reported. */
async function readLongest(page: Page): Promise<number> {
	const seen = (await page.evaluate('window.interactions')) as [id: number, duration: number][];
	return Math.max(0, ...seen.map(([, duration]) => duration));
}
