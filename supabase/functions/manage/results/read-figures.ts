import { listVersions, type RevisionRow, type Version } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { exactTime } from '../list/exact-time.ts';
import { filterSegment } from '../filters/segment.ts';
import type { AskedQuestion } from './asked-questions.ts';
import { findPercentile, type TimeCount } from './percentile.ts';
import { listVersionsOf, type Counted } from './result-parts.ts';
import type { Scope } from './scope.ts';

/**
 * Reads the questions of the revisions that were published and their variants, the latest first. A revision with an
 * experiment is only displayed as a variant.
 */
export async function readVersions(tx: Tx, { site, prompt }: Scope): Promise<Version[]> {
	const rows = await tx<RevisionRow[]>`
		select number, jsonb_build_object('questions', content -> 'questions', 'experiment', content -> 'experiment') as content
		from app.revisions
		where site_id = ${site} and prompt_id = ${prompt}
		  and number = any((select app.list_published_revisions(${site}, ${prompt}))::integer[]) order by number desc`;
	return rows.flatMap((row) => listVersions(row));
}

export type DisplayFigures = {
	displays: number;
	unconfirmed: number;
	dismissed: number;
	postponed: number;
	/** Displays that have a response. */
	answered: number;
};

export function countDisplays({ shown }: Counted): DisplayFigures {
	const versions = listVersionsOf(shown);
	const sum = (of: (states: Record<string, number>) => number) =>
		sumOf(versions.map(({ displays }) => of(displays)));
	return {
		displays: sum((states) => sumOf(Object.values(states))),
		unconfirmed: sum(({ reserved = 0 }) => reserved),
		dismissed: sum(({ dismissed = 0 }) => dismissed),
		postponed: sum(({ postponed = 0 }) => postponed),
		answered: sumOf(versions.map(({ answered }) => answered)),
	};
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

export type TimeToAnswer = { answers: number; median: number; p90: number };

/** The seconds that visitors took from the display to their first answer; null if nobody answered. */
export function measureTimes({ shown }: Counted): TimeToAnswer | null {
	const sums = new Map<number, number>();
	for (const [seconds, count] of listVersionsOf(shown).flatMap(({ seconds: times }) => times)) {
		sums.set(seconds, (sums.get(seconds) ?? 0) + count);
	}
	const times = [...sums]
		.map(([seconds, count]): TimeCount => ({ seconds, count }))
		.sort((one, other) => one.seconds - other.seconds);
	const answers = sumOf(times.map(({ count }) => count));
	if (answers === 0) return null;
	return { answers, median: findPercentile(times, 0.5), p90: findPercentile(times, 0.9) };
}

export type Day = {
	day: string;
	displays: number;
	responses: number;
	nps: number | null;
	promoters: number;
	passives: number;
	detractors: number;
};

/**
 * Every day of the site's time zone from when the prompt was published, or from `since`, to today, or to `until`. `nps`
 * is the question to chart.
 */
export async function readTrend(
	tx: Tx,
	scope: Scope,
	nps: AskedQuestion | undefined,
	now: Date,
	counted: Counted,
): Promise<Day[]> {
	const { site, prompt, since, until } = scope;
	const rows = await tx<Day[]>`
		with zone as materialized (select app.site_time_zone(${site}) as name),
		counted as (
			select day, sum(displays)::int as displays, sum(responses)::int as responses, sum(promoters)::int as promoters,
			       sum(passives)::int as passives, sum(detractors)::int as detractors
			from jsonb_to_recordset(${tx.json(listDays(counted, nps))}) b (day date, displays int, responses int,
				promoters int, passives int, detractors int)
			group by 1
		),
		-- A caller may request the years 1 to 9999: limit the days to those of the data.
		bounds as (
			select least((p.published_at at time zone zone.name)::date, (select min(day) from counted)) as first,
			       greatest((${now}::timestamptz at time zone zone.name)::date, (select max(day) from counted)) as last,
			       (${since ?? null}::timestamptz at time zone zone.name)::date as since,
			       ((${until ?? null}::timestamptz - interval '1 microsecond') at time zone zone.name)::date as until
			from app.prompts p, zone where p.site_id = ${site} and p.id = ${prompt}
		)
		select d.day::date::text as day, coalesce(c.displays, 0) as displays, coalesce(c.responses, 0) as responses,
		       (100.0 * (c.promoters - c.detractors) / nullif(c.promoters + c.passives + c.detractors, 0))
		           ::double precision as nps,
		       coalesce(c.promoters, 0) as promoters, coalesce(c.passives, 0) as passives,
		       coalesce(c.detractors, 0) as detractors
		from bounds b
		cross join lateral generate_series(
			greatest(b.first, b.since)::timestamp, least(b.last, b.until)::timestamp, interval '1 day') d (day)
		left join counted c on c.day = d.day::date
		order by d.day`;
	return [...rows];
}

/** The conditions of the scope on displays `d`. */
export function displaysWithin(tx: Tx, { site, prompt, since, until, ...segment }: Scope) {
	return tx`d.site_id = ${site} and d.prompt_id = ${prompt} and d.state <> 'released'
		${filterSegment(tx, site, segment, 'd')}
		${since === undefined ? tx`` : tx`and d.reserved_at >= ${exactTime(tx, since)}`}
		${until === undefined ? tx`` : tx`and d.reserved_at < ${exactTime(tx, until)}`}`;
}

/** Lists the daily figures of the parts. */
function listDays({ parts, shown }: Counted, nps: AskedQuestion | undefined) {
	const asking = new Set(nps?.versions.map(({ key }) => key));
	const displayed = listVersionsOf(shown).map(({ day, displays }) => ({
		day,
		displays: sumOf(Object.values(displays)),
		responses: 0,
		promoters: 0,
		passives: 0,
		detractors: 0,
	}));
	const responded = listVersionsOf(parts).map(({ day, key, alike, values }) => {
		const given = Object.entries((nps && asking.has(key) && values[nps.question.id]) || {});
		const count = (fits: (score: number) => boolean) =>
			sumOf(given.flatMap(([score, times]) => (fits(Number(score)) ? times : [])));
		return {
			day,
			displays: 0,
			responses: sumOf(alike.map(([, , , responses]) => responses)),
			promoters: count((score) => score >= 9),
			passives: count((score) => score > 6 && score < 9),
			detractors: count((score) => score <= 6),
		};
	});
	// The day of a part whose displays are no longer shown, and that has no responses, may be before all others.
	return [...displayed, ...responded].filter(
		({ displays, responses }) => displays > 0 || responses > 0,
	);
}

/** The responses to the prompt, to be joined with displays: responses to displays in the scope belong to it. */
export function responsesOf(tx: Tx, { site, prompt, since }: Scope) {
	// A response is never older than its display, but may be given after the period.
	return tx`(
		select x.display_id from app.responses x where x.site_id = ${site} and x.prompt_id = ${prompt}
		${since === undefined ? tx`` : tx`and x.created_at >= ${exactTime(tx, since)}`})`;
}

/** The conditions of the scope on responses `r`. */
export function responsesWithin(tx: Tx, { site, prompt, since, until, ...segment }: Scope) {
	return tx`r.site_id = ${site} and r.prompt_id = ${prompt}
		${filterSegment(tx, site, segment, 'r')}
		${since === undefined ? tx`` : tx`and r.created_at >= ${exactTime(tx, since)}`}
		${until === undefined ? tx`` : tx`and r.created_at < ${exactTime(tx, until)}`}`;
}
