// Runs Lighthouse on the built dashboard's pages, with a cold cache, on a desktop and on a phone with a slow
// network: medians of several runs each. On two cores, a page's tasks also wait for the server, Lighthouse and the
// browser's other processes, so a phone's score is computed from their CPU time too. BENCH_LOOKS, BENCH_PAGES and
// BENCH_PRESETS reduce the number of runs; BENCH_SLOWDOWN replaces the slowdown that fits the machine's speed.
import type { BrowserContext } from 'playwright';
import { chromium } from 'playwright';

import { signInByApi } from '../../dashboard/test/program.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import type { Stack } from '../../server/stack/start-stack.ts';
import { fetchSession } from '../../testing/demo-session.ts';
import { importTool } from '../tools/own-packages.ts';
import type { Cell, Rows } from '../prove/figure.ts';
import { reportTable } from '../prove/report.ts';
import { auditPage, NoStart, type Preset, type Report } from './audit-page.ts';
import { blockedByCpuTime } from './blocked-by-cpu-time.ts';
import { startFilledDashboard } from './filled-dashboard.ts';
import { median } from './median.ts';

const { getLogNormalScore } = await importTool<{
	getLogNormalScore(curve: { p10: number; median: number }, ms: number): number;
}>('lighthouse/shared/statistics.js');

const looks = Number(process.env['BENCH_LOOKS'] ?? 5);
const chosenSlowdown = process.env['BENCH_SLOWDOWN'];
/** The minimum score of a page in each category. */
const least = 95;
const sizes = { prompts: 20, responses: 1_000, events: 1_000 };
const categories = ['performance', 'accessibility', 'best-practices'] as const;
const metrics = {
	FCP: { audit: 'first-contentful-paint', digits: 0 },
	LCP: { audit: 'largest-contentful-paint', digits: 0 },
	TBT: { audit: 'total-blocking-time', digits: 0 },
	CLS: { audit: 'cumulative-layout-shift', digits: 3 },
} as const;
/** The machine's speed by Lighthouse's benchmark index, and how many times slower a phone was taken to be. */
const speed = { index: 'machine', slowdown: 'slowdown' };
/** Measures without the time that tasks waited for a core, on a phone. */
const byCpu = { performance: 'performance, CPU time', blocked: 'TBT, CPU time' };
const columns = [
	...categories,
	...Object.keys(metrics),
	...Object.values(byCpu),
	...Object.values(speed),
];

type Profile = { browser: BrowserContext; port: number };
/** Result of one run, by category or metric. */
type Look = Record<string, number>;

const { stack, filled, stopWith, stop } = await startFilledDashboard(sizes);
const failedAudits = new Set<string>();
const chosenPresets = (['desktop', 'phone'] as const).filter((preset) =>
	isChosen('BENCH_PRESETS', preset),
);
try {
	const { site, busy, workspace } = filled;
	const [stranger, person] = [await openProfile(), await openProfile()];
	await signIn(person, stack);
	const pages = [
		{ name: 'sign-in', path: '/sign-in', profile: stranger },
		{ name: 'shared', path: await share(stack, filled), profile: stranger },
		...Object.entries({
			overview: 'overview',
			prompts: 'prompts',
			'new-prompt': 'prompts/new',
			editor: `prompts/${busy}/edit`,
			results: `prompts/${busy}/results`,
			revisions: `prompts/${busy}/revisions`,
			audiences: 'audiences',
			events: 'events',
			'live-tail': 'events/live',
			'test-rules': 'events/test',
			'test-page': 'events/test-page',
			responses: 'responses',
			ask: 'ask',
			inbox: 'inbox',
			visitors: 'visitors',
			settings: 'settings/general',
			appearance: 'settings/appearance',
			integrations: 'settings/integrations',
		}).map(([name, path]) => ({ name, path: `/sites/${site}/${path}`, profile: person })),
		{ name: 'members', path: `/workspaces/${workspace}/members`, profile: person },
		{ name: 'audit', path: `/workspaces/${workspace}/audit`, profile: person },
		{ name: 'approvals', path: '/approvals', profile: person },
		{ name: 'connections', path: '/connections', profile: person },
		{ name: 'account', path: '/account', profile: person },
	].filter(({ name }) => isChosen('BENCH_PAGES', name));
	console.log(`Medians of ${looks}; times in milliseconds.`);
	const tables: Record<string, Rows> = {};
	for (const { name, path, profile } of pages) {
		for (const preset of chosenPresets) {
			const found = await look(profile, `${stack.dashboardUrl}${path}`, preset);
			console.log(name, preset);
			(tables[preset] ??= {})[name] = cellsOf(found);
		}
	}
	for (const [preset, rows] of Object.entries(tables)) reportTable(preset, rows);
	for (const failed of failedAudits) console.log(failed);
} finally {
	await stop();
}
process.exit(process.exitCode ?? 0);

/** Whether an environment variable lists the name, or is not set. */
function isChosen(variable: string, name: string): boolean {
	return process.env[variable]?.split(',').includes(name) ?? true;
}

/** A separate browser, which Lighthouse reaches by its port. */
async function openProfile(): Promise<Profile> {
	const port = await findFreePort();
	const browser = await chromium.launchPersistentContext('', {
		executablePath: process.env['FEEDBACK_CHROMIUM'] ?? '/usr/bin/chromium',
		args: [
			`--remote-debugging-port=${port}`,
			'--no-sandbox',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--no-first-run',
			'--disable-quic',
		],
	});
	stopWith(() => browser.close());
	return { browser, port };
}

async function signIn({ browser }: Profile, stack: Stack): Promise<void> {
	const { dashboardUrl } = stack;
	const session = await fetchSession(stack);
	const page = await browser.newPage();
	await page.goto(`${dashboardUrl}/icon.svg`);
	await page.evaluate((text) => localStorage.setItem('feedback-session', text), session);
	// The first visit; afterwards the browser's storage is that of a signed-in person.
	await page.goto(`${dashboardUrl}/`);
	await page.waitForURL('**/overview');
	await page.getByText('Live', { exact: true }).waitFor();
	await page.close();
}

/** Path of a page with results that needs no sign-in, with its secret. */
async function share(stack: Stack, { site, busy }: typeof filled): Promise<string> {
	const owner = await signInByApi(stack);
	const { url } = await owner.createResultLink({ site, prompt: busy, name: 'Board' });
	const { pathname, hash } = new URL(url);
	return `${pathname}${hash}`;
}

async function look({ port }: Profile, url: string, preset: Preset): Promise<Look> {
	const found: Look[] = [];
	for (let round = 0; round < looks; round += 1) {
		const { report, trace, slowdown } = await audit(port, url, preset).catch((error: unknown) => {
			// On a busy machine, the beginning of the trace is sometimes lost. The page did not cause this, so repeat
			// the run.
			if (error instanceof NoStart) return audit(port, url, preset);
			throw error;
		});
		if (new URL(report.finalDisplayedUrl).pathname !== new URL(url).pathname)
			throw new Error(`${url} led to ${report.finalDisplayedUrl}`);
		for (const failed of listFailedAudits(report)) failedAudits.add(`${url}, ${preset}: ${failed}`);
		const scores = categories.map((name) => [name, (report.categories[name]?.score ?? 0) * 100]);
		const times = Object.entries(metrics).map(([name, { audit }]) => [
			name,
			report.audits[audit]?.numericValue ?? Number.NaN,
		]);
		const blocked = blockedByCpuTime(trace, slowdown);
		const cpu = [
			[byCpu.performance, preset === 'phone' ? scoreByCpuTime(report, blocked) : Number.NaN],
			[byCpu.blocked, preset === 'phone' ? blocked : Number.NaN],
		];
		const machine = [
			[speed.index, report.environment.benchmarkIndex],
			[speed.slowdown, slowdown],
		];
		found.push(Object.fromEntries([...scores, ...times, ...cpu, ...machine]) as Look);
	}
	return Object.fromEntries(columns.map((name) => [name, median(found.map((one) => one[name]!))]));
}

function audit(port: number, url: string, preset: Preset) {
	return auditPage(
		{ port, url, preset },
		categories,
		chosenSlowdown === undefined ? undefined : Number(chosenSlowdown),
	);
}

/** The performance score on a phone with another total blocking time. */
function scoreByCpuTime({ categories: found, audits }: Report, blocked: number): number {
	const { score, auditRefs } = found['performance']!;
	const weights = auditRefs.reduce((sum, { weight }) => sum + weight, 0);
	const { weight } = auditRefs.find(({ id }) => id === metrics.TBT.audit)!;
	const before = audits[metrics.TBT.audit]!.score!;
	// Lighthouse's curve for total blocking time on a phone.
	const after = getLogNormalScore({ p10: 200, median: 600 }, Math.max(1, blocked));
	return 100 * (score! + (weight / weights) * (after - before));
}

// Lists the failed audits that do not measure time, each with the first place where it was found.
function listFailedAudits({ categories: found, audits }: Report): string[] {
	return [found['accessibility'], found['best-practices']]
		.flatMap((category) => category?.auditRefs ?? [])
		.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
		.map(({ id }) => {
			const { details } = audits[id]!;
			const [first] = details?.items ?? [];
			return `${id} ${JSON.stringify(first)}`.slice(0, 600);
		});
}

function cellsOf(found: Look): Record<string, Cell> {
	const scores = categories.map((category): [string, Cell] => [
		category,
		{ value: Math.round(found[category]!), goal: { at_least: least } },
	]);
	const times = Object.entries(metrics).map(([metric, { digits }]) => [
		metric,
		Number(found[metric]!.toFixed(digits)),
	]);
	// On a desktop, no score is computed from CPU time.
	const others = [...Object.values(byCpu), speed.index]
		.filter((column) => !Number.isNaN(found[column]))
		.map((column) => [column, Math.round(found[column]!)]);
	const slowdown = [[speed.slowdown, Number(found[speed.slowdown]!.toFixed(1))]];
	return Object.fromEntries([...scores, ...times, ...others, ...slowdown]) as Record<string, Cell>;
}
