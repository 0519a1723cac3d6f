// Measures how much a budget adds to the cost of a display: the whole call that records an event of a new visitor and
// reserves its display, without a budget and with one row, or three, that every display of the site updates. First with
// one session, then with sixteen at once. The last three variants are flushed to disk before their rows are unlocked,
// as any other commit is (app.defer_flush); the very last has a row for each session, which is the best that splitting
// a count could achieve. Run it with: npm run bench budget
import type { PromptInput } from '@feedback/contract';

import { ingest } from '../../supabase/tests/caller.ts';
import type { TestSql } from '../../supabase/tests/harness.ts';
import { createSite, publishPrompt } from '../../supabase/tests/sites.ts';
import { newEvent, newVisit, uuidv7 } from '../../supabase/tests/visits.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { startBenchDatabase } from './database.ts';
import { rounded } from './measure.ts';
import { median } from './median.ts';
import { cpuOf } from './process-cost.ts';

const runs = Number(process.env['BENCH_RUNS'] ?? 10);
const alone = Number(process.env['BENCH_DISPLAYS'] ?? 400);
const together = Number(process.env['BENCH_ROUNDS'] ?? 40);

const many = 1_000_000;
type Variant = {
	budget?: PromptInput['budget'];
	displays_per_day?: number;
	keepsLocksWhileFlushing?: true;
	splits?: true;
};
const oneRow = { budget: { displays: many } };
const threeRows = {
	budget: { displays: many, period: { every: 'week', displays: many, paced: true } },
	displays_per_day: many,
} as const;
const budgets: Record<string, Variant> = {
	none: {},
	'one row': oneRow,
	'three rows': threeRows,
	'one row, locked while flushed': { ...oneRow, keepsLocksWhileFlushing: true },
	'three rows, locked while flushed': { ...threeRows, keepsLocksWhileFlushing: true },
	'a row a session, locked while flushed': {
		...oneRow,
		keepsLocksWhileFlushing: true,
		splits: true,
	},
};
/** Least share of the displays without a budget that sixteen sessions reserve. */
const goals: Record<string, number> = { 'one row': 0.9, 'three rows': 0.9 };
type Cost = { cpu: number; alone: number; together: number };

const { admin, lanes, stop } = await startBenchDatabase(16);
const [written] = await admin<{ text: string }[]>`
	select pg_get_functiondef('app.spend_budgets'::regproc) as text`;
try {
	const [first] = lanes as [TestSql];
	const [{ pid }] = await first<[{ pid: number }]>`select pg_backend_pid() as pid`;
	const figures = Object.fromEntries(Object.keys(budgets).map((name) => [name, [] as Cost[]]));
	for (let run = -1; run < runs; run++) {
		const names = Object.keys(budgets);
		for (const name of run % 2 === 0 ? names : names.toReversed()) {
			const cost = await measure(name, first, pid);
			// The first run only warms up.
			if (run >= 0) figures[name]!.push(cost);
		}
	}
	const of = (name: string, part: keyof Cost) => figures[name]!.map((cost) => cost[part]);
	const ratioWithGoal = (name: string) => {
		const goal = goals[name];
		const value = ratio(name, 'together');
		return goal === undefined ? value : { value, goal: { at_least: goal } };
	};
	const ratio = (name: string, part: keyof Cost) =>
		rounded(median(of(name, part).map((value, at) => value / of('none', part)[at]!)));
	reportNote(`${runs} interleaved runs, medians, and the median ratio of the pairs.`);
	reportTable(
		'A display',
		Object.fromEntries(
			Object.keys(budgets).map((name) => [
				name,
				{
					'CPU, µs': Math.round(median(of(name, 'cpu'))),
					'× CPU': ratio(name, 'cpu'),
					'one session, ms': rounded(median(of(name, 'alone'))),
					'× ms': ratio(name, 'alone'),
					'16 sessions, displays/s': Math.round(median(of(name, 'together'))),
					'× displays/s': ratioWithGoal(name),
				},
			]),
		),
	);
} finally {
	await stop();
}

async function measure(name: string, first: TestSql, pid: number): Promise<Cost> {
	const { keepsLocksWhileFlushing = false, splits = false } = budgets[name]!;
	await setDeferredFlush(!keepsLocksWhileFlushing);
	await splitRows(splits);
	const site = await openSite(name);
	// Clear the hot budgets that sixteen sessions have noted.
	await first`select set_config('feedback.hot_budget_until', '', false)`;
	const [startedCpu, started] = [cpuOf([pid]), performance.now()];
	for (let at = 0; at < alone; at++) await display(first, site);
	const [cpu, took] = [cpuOf([pid]) - startedCpu, performance.now() - started];

	// Another site, because a site accepts at most 500 requests per second.
	const other = await openSite(name);
	const began = performance.now();
	await Promise.all(
		lanes.map(async (sql) => {
			for (let round = 0; round < together; round++) await display(sql, other);
		}),
	);
	const seconds = (performance.now() - began) / 1_000;
	return {
		cpu: (cpu * 1_000) / alone,
		alone: took / alone,
		together: (lanes.length * together) / seconds,
	};
}

async function setDeferredFlush(isOn: boolean): Promise<void> {
	await admin.unsafe(`
		create or replace function app.defer_flush() returns void language plpgsql set search_path = ''
		as $$ begin ${isOn ? "perform set_config('synchronous_commit', 'off', true);" : ''} end $$`);
}

async function splitRows(isOn: boolean): Promise<void> {
	const { text } = written!;
	const split = text.replace(
		'(p_charges ->> v_period)::date, 1)',
		"'1990-01-01'::date + pg_backend_pid() % 9999, 1)",
	);
	if (split === text) throw new Error('app.spend_budgets has another form.');
	await admin.unsafe(isOn ? split : text);
}

async function openSite(name: string): Promise<string> {
	const { budget, displays_per_day } = budgets[name]!;
	const { id } = await createSite(admin, {
		limits: { cooldown_days: 0, ...(displays_per_day && { displays_per_day }) },
	});
	await publishPrompt(admin, id, { trigger: { events: ['done'] }, ...(budget && { budget }) });
	return id;
}

async function display(sql: TestSql, site: string): Promise<void> {
	const visit = newVisit(site);
	const event = newEvent('done', {}, { session: visit.session });
	const { decided } = await ingest(sql, visit, [event], uuidv7());
	if (decided?.reason !== 'displayed') throw new Error(`not displayed: ${decided?.reason}`);
}
