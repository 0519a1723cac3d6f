// Measures the time of a forecast on a site with many events, the first estimate and the final one, and the
// error of both; the same with all live prompts of the site. Then the error of a forecast of live prompts,
// and the backtest: a replay of the live prompts, compared with the displays that were reserved. Run it
// with: npx node e2e/bench/forecast.ts
import { limits, type PromptInput } from '@feedback/contract';

import { openManage, type TestManage } from '../../supabase/functions/tests/manage.ts';
import { join, signIn, type TestPerson } from '../../supabase/functions/tests/people.ts';
import { makeTraffic } from '../../supabase/functions/tests/traffic.ts';
import { writePrompt } from '../../supabase/functions/tests/workspace.ts';
import { withRole } from '../../server/postgres/cluster.ts';
import { createSite, publishPrompt, type TestSite } from '../../supabase/tests/sites.ts';
import type { Rows } from '../prove/figure.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { startBenchDatabase } from './database.ts';
import { median } from './median.ts';
import { fillManyEvents } from './many-events.ts';
import { rounded } from './measure.ts';

const events = Number(process.env['BENCH_EVENTS'] ?? 5_000_000);
const subjects = Number(process.env['BENCH_SUBJECTS'] ?? events / 20);
const visitors = Number(process.env['BENCH_VISITORS'] ?? 1_000);
const replayedSites = Number(process.env['BENCH_SITES'] ?? 4);
const runs = Number(process.env['BENCH_RUNS'] ?? 5);
const goal = 3_000;

const trigger: PromptInput['trigger'] = {
	events: ['report.exported'],
	where: { property: 'format', op: 'is', value: 'pdf' },
};
const pro: PromptInput['audience'] = { trait: 'plan', op: 'is', value: 'pro' };
const contents: Record<string, Partial<PromptInput>> = {
	'every event of the name': { trigger: { events: ['report.exported'] } },
	'a property and a trait': { trigger, audience: pro },
	'… and events counted': {
		trigger,
		audience: { all: [pro, { event: 'report.exported', times: 3, within_days: 14 }] },
	},
	'a name of one event in 5,000': { trigger: { events: ['report.shared'] } },
};

const { admin, lanes, url, stop } = await startBenchDatabase(1);
const manage = openManage(withRole(url, 'feedback_manage', 'postgres'));
try {
	const person = await signIn();
	const site = await createSite(admin);
	await join(admin, site.workspace, person, 'viewer');
	console.log(`${events} events of ${subjects} subjects …`);
	await fillManyEvents(admin, site.id, { events, subjects });
	await measureTime(person, site);
	await measureTimeWithOthers(person, site);
	for (let at = 1; at <= replayedSites; at++) await measureError(person, at);
} finally {
	await manage.end();
	await stop();
}

async function ask(
	from: TestManage,
	person: TestPerson,
	site: string,
	content: Partial<PromptInput>,
	sample?: number,
	others = false,
) {
	const started = performance.now();
	const { status, body } = await from.ask(person, 'forecast', {
		site,
		content: writePrompt(content),
		others,
		...(sample && { sample }),
	});
	if (status !== 200) throw new Error(`The answer was ${status}: ${JSON.stringify(body)}`);
	return { ...body, milliseconds: performance.now() - started };
}

async function measureTime(person: TestPerson, site: TestSite): Promise<void> {
	const table: Rows = {};
	for (const [name, content] of Object.entries(contents)) {
		const first = [];
		const final = [];
		for (let run = 0; run < runs; run++) {
			first.push(await ask(manage, person, site.id, content, limits.forecast.first));
			final.push(await ask(manage, person, site.id, content));
		}
		const slowest = Math.max(...final.map(({ milliseconds }) => milliseconds));
		table[name] = {
			'first, ms': Math.round(median(first.map(({ milliseconds }) => milliseconds))),
			'first ±, %': percent(first[0]!.error),
			'final, ms': Math.round(median(final.map(({ milliseconds }) => milliseconds))),
			'slowest, ms': { value: Math.round(slowest), goal: { at_most: goal } },
			'final ±, %': percent(final.at(-1)!.error),
			'share, %': percent(final.at(-1)!.share),
			subjects: final.at(-1)!.subjects,
			...(await compareWithTruth(site, name, final.at(-1)!.subjects)),
		};
	}
	reportNote(`${events} events of ${subjects} subjects.`);
	reportTable('Estimates', table);
}

/** A draft in addition to other live prompts, one of which has a budget shared by all subjects. */
async function measureTimeWithOthers(person: TestPerson, site: TestSite): Promise<void> {
	const live: Partial<PromptInput>[] = [
		{ trigger },
		{
			trigger: { events: ['report.exported'] },
			budget: { period: { every: 'day', displays: 50 } },
		},
		{ trigger: { events: ['report.shared'] }, priority: 1 },
		{ trigger, audience: pro, timing: { delay_seconds: 5 } },
	];
	const published = [];
	for (const content of live) published.push(await publishPrompt(admin, site.id, content));
	const budgeted = published.find(({ content }) => content.budget)!;
	const table: Rows = {};
	for (const [name, sample] of [
		['first', limits.forecast.first],
		['final', undefined],
	] as const) {
		const asked = [];
		for (let run = 0; run < runs; run++) {
			asked.push(await ask(manage, person, site.id, { trigger, priority: 2 }, sample, true));
		}
		const slowest = Math.max(...asked.map(({ milliseconds }) => milliseconds));
		const { share, displays, displays_error, others } = asked.at(-1)!;
		const most = others!.prompts[0]!;
		table[name] = {
			'median, ms': Math.round(median(asked.map(({ milliseconds }) => milliseconds))),
			'slowest, ms': { value: Math.round(slowest), goal: { at_most: goal } },
			'share, %': percent(share),
			displays,
			'±, %': percent(displays_error),
			'most affected': Math.round(most.change),
			'its ±': Math.round(most.change_error),
			'50 a day': others!.prompts.find(({ prompt }) => prompt === budgeted.id)!.displays_with,
		};
	}
	reportTable(`With ${live.length} other live prompts`, table);
}

// Compares an estimate with the truth, where a plain query can compute it.
async function compareWithTruth(
	{ id }: TestSite,
	name: string,
	estimated: number,
): Promise<Record<string, number>> {
	const events = contents[name]!.trigger!.events;
	if (name.startsWith('…')) return {};
	const [row] = await admin<{ subjects: number }[]>`
		select count(distinct v.subject_id)::int as subjects
		from app.event_details e join app.visitors v on v.site_id = e.site_id and v.id = e.visitor_id
		where e.site_id = ${id} and e.name = any(${events})
		  and (${!contents[name]!.audience} or v.traits ->> 'plan' = 'pro' and e.properties ->> 'format' = 'pdf')`;
	const { subjects } = row!;
	return { true: subjects, 'off, %': percent(Math.abs(estimated - subjects) / subjects) };
}

async function measureError(person: TestPerson, at: number): Promise<void> {
	const site = await createSite(admin, {
		limits: { cooldown_days: 1, window: { displays: 4, days: 10 }, per_session: 1 },
	});
	await join(admin, site.workspace, person, 'viewer');
	const traffic = await makeTraffic(admin, lanes[0]!, site.id, {
		visitors,
		days: 20,
		claimed: 0.6,
	});
	// Make the prompts live before the visits, whose times are in the past.
	await admin`update app.publications set at = now() - interval '40 days' where site_id = ${site.id}`;
	await admin`analyze`;
	// Shift the clock back, but let it run, so that requests finish in time.
	const behind = Date.now() - +traffic.end;
	const then = openManage(withRole(url, 'feedback_manage', 'postgres'), {
		clock: () => Date.now() - behind,
	});
	const table: Rows = {};
	for (const prompt of [...traffic.immediate, traffic.delayed]) {
		const [real] = await admin<{ displays: number }[]>`
			select count(*)::int as displays from app.displays where site_id = ${site.id} and prompt_id = ${prompt.id}`;
		const { displays } = real!;
		for (const sample of [limits.forecast.sample, limits.forecast.first]) {
			const estimate = await ask(then, person, site.id, prompt.content, sample);
			table[`${prompt.content.survey_id}, sample ${sample}`] = {
				'delay, s': prompt.content.timing.delay_seconds,
				displayed: displays,
				forecast: estimate.displays,
				'off, %': percent(Math.abs(estimate.displays - displays) / displays),
				'±, %': percent(estimate.displays_error),
				...(estimate.claimed !== null && { claimed: rounded(estimate.claimed) }),
			};
		}
	}
	const backtests: Rows = {};
	for (const sample of [limits.forecast.sample, limits.forecast.first]) {
		const { others } = await ask(
			then,
			person,
			site.id,
			{ trigger: { events: ['never'] } },
			sample,
			true,
		);
		const { prompts, ...all } = others!.backtest as Backtest & { prompts: Backtest[] };
		for (const { replayed, reserved, error, survey_id = 'all prompts' } of [all, ...prompts]) {
			const off = Math.abs(replayed - reserved);
			backtests[`${survey_id}, sample ${sample}`] = {
				reserved,
				replayed: Math.round(replayed),
				'±': Math.round(error),
				'off, %': percent(off / reserved),
				// One interval in twenty may miss the true value, but no estimate may be off by more than twice its margin.
				'off, as a share of ±': { value: rounded(off / error), goal: { at_most: 2 } },
			};
		}
	}
	await then.end();
	reportTable(`Backtest of site ${at}`, backtests);
	reportTable(`Live prompts of site ${at}, beside what they displayed`, table);
}

type Backtest = { replayed: number; error: number; reserved: number; survey_id?: string };

function percent(share: number): number {
	return rounded(share * 100);
}
