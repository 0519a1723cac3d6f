// Sixteen clients in lock-step for each of 5,000 new visitors: exactly 5,000 displays, or something is wrong. Then
// sixteen clients and as many calls on prompts with budgets, through events, show, claims and events from the backend,
// and with releases: exactly as many displays as the budgets allow. Run it with: npx node e2e/bench/race.ts
import { claimWaiting } from '../../supabase/functions/sdk/claim-waiting.ts';
import { moveDisplay } from '../../supabase/functions/sdk/database.ts';
import { reportAsBackend } from '../../supabase/tests/backend.ts';
import { claimPrompt, ingest, later, report, showPrompt } from '../../supabase/tests/caller.ts';
import type { TestSql } from '../../supabase/tests/harness.ts';
import { createSite, publishPrompt } from '../../supabase/tests/sites.ts';
import { newEvent, newVisit, signedIn, uuidv7 } from '../../supabase/tests/visits.ts';
import { reportTable } from '../prove/report.ts';
import { startBenchDatabase } from './database.ts';

const visitors = Number(process.env['BENCH_VISITORS'] ?? 5_000);
const perSite = 50;

const { admin, lanes, stop } = await startBenchDatabase(16);
const started = performance.now();
let shown = 0;
let calls = 0;
let site = '';
for (let at = 0; at < visitors; at++) {
	if (at % perSite === 0) {
		// Many sites, because one site accepts at most 500 requests per second.
		site = (await createSite(admin)).id;
		await publishPrompt(admin, site, { trigger: { events: ['done'] } });
	}
	const visit = newVisit(site);
	const answers = await Promise.all(
		lanes.map((sql) =>
			ingest(sql, visit, [newEvent('done', {}, { session: visit.session })], uuidv7()),
		),
	);
	calls += answers.length;
	shown += answers.filter(({ decided }) => decided?.reason === 'displayed').length;
}
const [row] = await admin`
	select count(*)::int as displays, count(distinct subject_id)::int as subjects from app.displays`;
const budgets = await raceForBudgets();
await stop();

const each = (value: number) => ({ value, goal: { exactly: visitors } });
reportTable(`${lanes.length} clients in lock-step, a prompt shown once`, {
	'new visitors': { count: visitors },
	calls: { count: calls },
	'answers that displayed it': { count: each(shown) },
	displays: { count: each(row!['displays'] as number) },
	'subjects with a display': { count: each(row!['subjects'] as number) },
	took: { 'time, s': Math.round((performance.now() - started) / 1_000) },
});
reportTable('Prompts with budgets', {
	calls: { count: budgets.calls },
	displays: { count: budgets.displays },
	releases: { count: budgets.releases },
	'displays more than allowed': { count: { value: budgets.more, goal: { exactly: 0 } } },
	'displays fewer than allowed': { count: { value: budgets.less, goal: { exactly: 0 } } },
	took: { 'time, s': budgets.seconds },
});

/**
 * Each site has two prompts with a budget of 200 displays each, and allows 300 a day; sixteen clients request far more.
 */
async function raceForBudgets() {
	const [each, perDay, callsOfSite] = [200, 300, 1_600];
	const began = performance.now();
	const counted = { calls: 0, displays: 0, more: 0, less: 0, releases: 0 };
	while (counted.calls < visitors * lanes.length) {
		const { id } = await createSite(admin, {
			limits: { cooldown_days: 0, displays_per_day: perDay },
		});
		const { content } = await publishPrompt(admin, id, {
			trigger: { events: ['done'] },
			budget: { displays: each, period: { every: 'month', displays: each } },
		});
		await publishPrompt(admin, id, {
			trigger: { events: ['paid'], source: 'backend' },
			budget: { displays: each },
		});
		await publishPrompt(admin, id, {
			trigger: { events: ['later'] },
			timing: { delay_seconds: 1 },
			budget: { displays: each },
		});
		await Promise.all(
			lanes.map(async (sql, lane) => {
				for (let at = 0; at < callsOfSite / lanes.length; at += 1) {
					await displayAndRelease(sql, id, content.survey_id, lane + at, counted);
				}
			}),
		);
		const found = await admin<{ prompt: string; displays: number }[]>`
			select prompt_id as prompt, count(*)::int as displays from app.displays
			where site_id = ${id} and state <> 'released' group by prompt_id`;
		const displays = found.reduce((sum, one) => sum + one.displays, 0);
		counted.displays += displays;
		counted.more += Math.max(displays - perDay, 0);
		counted.more += found.reduce((sum, one) => sum + Math.max(one.displays - each, 0), 0);
		counted.less += Math.max(perDay - displays, 0);
	}
	return { ...counted, seconds: Math.round((performance.now() - began) / 1_000) };
}

async function displayAndRelease(
	sql: TestSql,
	site: string,
	survey: string,
	turn: number,
	counted: { calls: number; releases: number },
): Promise<void> {
	const visit = newVisit(site, { now: new Date() });
	counted.calls += 1;
	if (turn % 4 === 1) {
		await showPrompt(sql, visit, survey);
	} else if (turn % 4 === 2) {
		const { event } = await report(sql, visit, 'later');
		await claimPrompt(sql, later(visit, 2_000), event.id);
	} else if (turn % 4 === 3) {
		const account = uuidv7();
		await reportAsBackend(sql, site, account, 'paid');
		const known = signedIn(visit, account);
		await report(sql, known, 'else');
		await claimWaiting(sql, later(known, 2_000), uuidv7(), uuidv7());
	} else {
		const { decided, display } = await report(sql, visit, 'done');
		if (decided?.reason === 'displayed' && turn % 8 === 0) {
			counted.releases += 1;
			await moveDisplay(sql, site, display, 'released', 'vetoed', null);
		}
	}
}
