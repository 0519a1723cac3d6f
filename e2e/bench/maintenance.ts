// Measures the effect of maintenance on ingest: probes at a steady rate while days are counted, dropped and created and
// subjects are deleted, compared with the same probes without maintenance.
// Run it with: npx node e2e/bench/maintenance.ts [--events 5000000] [--subjects 500000] [--runs 5]
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import postgres, { type Sql } from 'postgres';

import { maintain } from '../../server/postgres/maintain.ts';
import { withRole } from '../../server/postgres/cluster.ts';
import { ingest } from '../../supabase/tests/caller.ts';
import { createSite, publishPrompt } from '../../supabase/tests/sites.ts';
import { newEvent, newVisit, uuidv7 } from '../../supabase/tests/visits.ts';
import type { TestSql } from '../../supabase/tests/harness.ts';
import { reportNote, reportTable } from '../prove/report.ts';
import { startBenchDatabase } from './database.ts';
import { median } from './median.ts';
import { rounded } from './measure.ts';

const { values } = parseArgs({
	options: {
		events: { type: 'string', default: '5000000' },
		subjects: { type: 'string', default: '500000' },
		runs: { type: 'string', default: '5' },
	},
});
const events = Number(values.events);
const subjects = Number(values.subjects);
const runs = Number(values.runs);

const sites = 20;
/** Number of days with events. Each run counts the next of these days, and drops and creates as many. */
const days = 60;
const daysPerRun = Math.floor(30 / runs);
const probesPerSecond = 100;
const controlSeconds = 45;
/** A new visitor adds a subject, a visitor and an event; any other visitor adds an event. */
const newVisitorsIn = 20;
const connections = 8;
const dayMs = 86_400_000;

type Figures = {
	probes: number;
	seconds: number;
	p50: number;
	p99: number;
	p999: number;
	longest: number;
};

const { admin, lanes, url, stop } = await startBenchDatabase(connections);
const owner = postgres(withRole(url, 'postgres'), {
	max: 1,
	onnotice: () => undefined,
}) as Sql as TestSql;
const begun = Date.now();
try {
	const ids = await prepare();
	const known = await meetVisitors(ids);
	const controls: Figures[] = [];
	const maintained: Figures[] = [];
	for (let run = 1; run <= runs; run++) {
		const now = new Date(begun - (30 - run * daysPerRun) * dayMs);
		await addBacklog(ids, now);
		const during = await probe(ids, known, maintain(owner, { now, yields: true }));
		controls.push(
			await probe(ids, known, setTimeout(Math.min(during.seconds, controlSeconds) * 1_000)),
		);
		maintained.push(during);
		console.log(`run ${run}`);
		console.table({ 'without maintenance': controls.at(-1), 'during maintenance': during });
		await checkDone(now);
	}
	report(controls, maintained);
} finally {
	await owner.end();
	await stop();
}

/** Creates sites with one prompt each, and days of events that are not counted yet. */
async function prepare(): Promise<string[]> {
	const ids: string[] = [];
	for (let at = 0; at < sites; at++) {
		const { id } = await createSite(admin);
		await publishPrompt(admin, id, {
			trigger: {
				events: ['report.exported'],
				where: { property: 'format', op: 'is', value: 'pdf' },
			},
		});
		ids.push(id);
	}
	const started = performance.now();
	for (let ago = days; ago > 0; ago--) {
		const at = new Date(begun - ago * dayMs);
		await admin`select app.create_day((${at}::timestamptz at time zone 'UTC')::date)`;
		await admin`
			insert into app.events (site, id, visitor, session_id, received_at, bot, name_hash, name, properties, path, device)
			select (array(select key from app.sites where id = any(${ids}::uuid[])))[1 + n % ${sites}], app.mint_id(t.at),
				n % 5000, md5(n::text)::uuid, t.at, false, hashtext('event.' || n % 50), 'event.' || n % 50,
				'{"format": "csv", "pages": 3, "plan": "pro"}', '/reports', 'd'
			from generate_series(1, ${Math.floor(events / days)}::int) n,
			lateral (select date_trunc('day', ${at}::timestamptz, 'UTC') + n * interval '1 day' / ${events / days + 1}::float8 as at) t`;
	}
	// The initial state of each run: nothing is expired, and nothing is left to count.
	await maintain(admin, { now: new Date(begun - 30 * dayMs) });
	await admin`vacuum analyze`;
	console.log(
		`${events.toLocaleString('en')} events over ${days} days, made in ${Math.round((performance.now() - started) / 1_000)} s`,
	);
	return ids;
}

/** Adds subjects with one visitor each, last seen 90 days and some hours ago. */
async function addBacklog(ids: string[], now: Date): Promise<void> {
	await admin`
		with subject as (
			insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
			select (${ids}::uuid[])[1 + n % ${sites}], id, id, seen, seen
			from (select n, gen_random_uuid() as id,
				${now}::timestamptz - interval '90 days' - n * interval '24 hours' / ${subjects}::float8 as seen
				from generate_series(1, ${subjects}::int) n) made returning *)
		insert into app.visitors (site_id, id, subject_id, traits, first_seen_at, last_seen_at)
		select site_id, id, id, '{"plan": "pro"}', last_seen_at, last_seen_at from subject`;
	await admin`vacuum analyze app.subjects, app.visitors`;
	await admin`checkpoint`;
}

/** Creates active visitors, by site. */
async function meetVisitors(ids: string[]) {
	const known = ids.map((id) => Array.from({ length: 50 }, () => newVisit(id)));
	for (const [at, visit] of known.flat().entries()) await send(lanes[at % connections]!, visit);
	return known;
}

async function send(sql: TestSql, visit: ReturnType<typeof newVisit>): Promise<void> {
	const event = newEvent('report.exported', { format: 'csv' }, { session: visit.session });
	const { results } = await ingest(sql, visit, [event], uuidv7());
	if (results[0]?.status !== 'recorded')
		throw new Error(`A probe was answered ${results[0]?.status}.`);
}

/** Sends events at a steady rate until `until` resolves; measures each event from the time at which it was due. */
async function probe(
	ids: string[],
	known: ReturnType<typeof newVisit>[][],
	until: Promise<unknown>,
): Promise<Figures> {
	let over = false;
	const ended = until.finally(() => (over = true));
	const times: number[] = [];
	const started = performance.now();
	const sent = new Set<Promise<void>>();
	for (let n = 0; !over; n++) {
		const due = started + (n * 1_000) / probesPerSecond;
		const wait = due - performance.now();
		if (wait > 0) await setTimeout(wait);
		const site = n % sites;
		const isNew = n % newVisitorsIn === 0;
		const visit = isNew ? newVisit(ids[site]!) : known[site]![Math.floor(n / sites) % 50]!;
		const one = send(lanes[n % connections]!, visit).then(() => {
			times.push(performance.now() - due);
			sent.delete(one);
		});
		sent.add(one);
	}
	await Promise.all(sent);
	await ended;
	const seconds = (performance.now() - started) / 1_000;
	times.sort((a, b) => a - b);
	const at = (share: number) =>
		rounded(times[Math.min(times.length - 1, Math.floor(times.length * share))]!);
	return {
		probes: times.length,
		seconds: rounded(seconds),
		p50: at(0.5),
		p99: at(0.99),
		p999: at(0.999),
		longest: at(1),
	};
}

async function checkDone(now: Date): Promise<void> {
	const [left] = await admin`
		select (select count(*)::int from app.subjects where last_seen_at < ${now}::timestamptz - interval '90 days') as subjects,
			(select count(*)::int from app.list_days() d where d.day < (${now}::timestamptz at time zone 'UTC')::date - 30
				or d.day <= (${now}::timestamptz at time zone 'UTC')::date - 3
					and not exists (select from app.counted_days c where c.day = d.day)) as days`;
	if (left!['subjects'] !== 0 || left!['days'] !== 0) {
		throw new Error(`Maintenance left ${left!['subjects']} subjects and ${left!['days']} days.`);
	}
}

function report(controls: Figures[], maintained: Figures[]): void {
	const of = (figures: Figures[], part: keyof Figures) =>
		median(figures.map((figure) => figure[part]));
	reportNote(`${events.toLocaleString('en')} events over ${days} days; medians of ${runs} runs.`);
	reportTable(
		'An event',
		Object.fromEntries(
			[['without maintenance', controls] as const, ['during maintenance', maintained] as const].map(
				([name, figures]) => [
					name,
					{
						probes: of(figures, 'probes'),
						'run, s': of(figures, 'seconds'),
						'p50, ms': of(figures, 'p50'),
						'p99, ms': of(figures, 'p99'),
						'p99.9, ms': of(figures, 'p999'),
						'longest of a run, ms': of(figures, 'longest'),
					},
				],
			),
		),
	);
	const extra = rounded(of(maintained, 'p999') - of(controls, 'p999'));
	const longest = Math.max(...maintained.map((figure) => figure.longest));
	reportTable('Because of maintenance', {
		'all runs': {
			'p99.9 more, ms': { value: extra, goal: { at_most: 50 } },
			'longest, ms': { value: longest, goal: { at_most: 250 } },
		},
	});
}
