import { listVersions, type RevisionRow, type Version } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { exactTime } from '../list/exact-time.ts';
import { filterSegment } from '../filters/segment.ts';
import type { AskedQuestion } from './asked-questions.ts';
import { findPercentile, type TimeCount } from './percentile.ts';
import { isWithin, listVersionsOf, type Counted } from './result-parts.ts';
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

export async function readDisplays(
	tx: Tx,
	scope: Scope,
	counted: Counted,
): Promise<DisplayFigures> {
	const [row] = await tx<DisplayFigures[]>`
		select count(*)::int as displays,
		       count(*) filter (where d.state = 'reserved')::int as unconfirmed,
		       count(*) filter (where d.state = 'dismissed')::int as dismissed,
		       count(*) filter (where d.state = 'postponed')::int as postponed,
		       count(r.display_id)::int as answered
		from app.displays d left join lateral ${responseOf(tx)} r on true
		where ${displaysOutside(tx, scope, counted)}`;
	const versions = listVersionsOf(counted.shown);
	const states = versions.map(({ displays }) => displays);
	const sum = (of: (states: Record<string, number>) => number) =>
		states.reduce((total, one) => total + of(one), 0);
	return {
		displays: row!.displays + sum((one) => sumOf(Object.values(one))),
		unconfirmed: row!.unconfirmed + sum(({ reserved = 0 }) => reserved),
		dismissed: row!.dismissed + sum(({ dismissed = 0 }) => dismissed),
		postponed: row!.postponed + sum(({ postponed = 0 }) => postponed),
		answered: row!.answered + sumOf(versions.map(({ answered }) => answered)),
	};
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

export type TimeToAnswer = { answers: number; median: number; p90: number };

/**
 * Reads the seconds that visitors took from the display to their first answer; null if nobody answered.
 * Rounded to tenths below ten seconds, to seconds below ten minutes, to minutes beyond, as
 * app.count_result_part does.
 */
export async function readTimeToAnswer(
	tx: Tx,
	scope: Scope,
	counted: Counted,
): Promise<TimeToAnswer | null> {
	const rows = await tx<TimeCount[]>`
		select (case when t.seconds < 10 then round(greatest(t.seconds, 0), 1) when t.seconds < 600 then round(t.seconds)
		           else round(t.seconds / 60) * 60 end)::double precision as seconds,
		       count(*)::int as count
		from app.displays d
		cross join lateral (select extract(epoch from d.answered_at - d.displayed_at) as seconds) t
		where d.answered_at is not null and d.displayed_at is not null and ${displaysOutside(tx, scope, counted)}
		group by 1`;
	const before = listVersionsOf(counted.shown).flatMap(({ seconds: times }) =>
		times.map(([seconds, count]) => ({ seconds, count })),
	);
	const times = [...rows, ...before].sort((one, other) => one.seconds - other.seconds);
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
	const before = listDaysOf(counted, nps);
	const score = nps
		? tx`case when concat_ws(' ', r.revision, r.variant) = any(${nps.versions.map(({ key }) => key)})
			then r.answers -> ${nps.question.id}::text end`
		: tx`null::jsonb`;
	const rows = await tx<Day[]>`
		with zone as materialized (select app.site_time_zone(${site}) as name),
		shown as (
			select (d.reserved_at at time zone zone.name)::date as day, count(*)::int as displays
			from app.displays d, zone where ${displaysOutside(tx, scope, counted)} group by 1
		),
		-- Group first: there are few different scores per day, and only the groups are parsed.
		given as (
			select (r.created_at at time zone zone.name)::date as day, ${score} as answer, count(*) as times
			from app.responses r, zone where ${responsesOutside(tx, scope, counted)} group by 1, 2
		),
		scored as (
			select day, times, case jsonb_typeof(answer) when 'number' then answer::numeric end as score from given
		),
		answered as (
			select day, sum(times)::int as responses,
			       coalesce(sum(times) filter (where score >= 9), 0)::int as promoters,
			       coalesce(sum(times) filter (where score > 6 and score < 9), 0)::int as passives,
			       coalesce(sum(times) filter (where score <= 6), 0)::int as detractors
			from scored group by 1
		),
		counted as (
			select day, sum(displays)::int as displays, sum(responses)::int as responses, sum(promoters)::int as promoters,
			       sum(passives)::int as passives, sum(detractors)::int as detractors
			from (
				select day, displays, 0 as responses, 0 as promoters, 0 as passives, 0 as detractors from shown
				union all
				select day, 0, responses, promoters, passives, detractors from answered
				union all
				select * from jsonb_to_recordset(${tx.json(before)}) b (day date, displays int, responses int,
					promoters int, passives int, detractors int)
			) every group by 1
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

/** Lists the daily figures of the parts that were counted before. */
function listDaysOf({ parts, shown }: Counted, nps: AskedQuestion | undefined) {
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
	return [...displayed, ...responded];
}

function displaysOutside(
	tx: Tx,
	{ site, prompt, since: _, until: __, ...segment }: Scope,
	{ restOfDisplays }: Counted,
) {
	return tx`d.site_id = ${site} and d.prompt_id = ${prompt} and d.state <> 'released'
		${filterSegment(tx, site, segment, 'd')} ${isWithin(tx, tx`d.reserved_at`, restOfDisplays)}`;
}

/** The conditions of the scope on responses `r` that are not counted yet. */
export function responsesOutside(tx: Tx, scope: Scope, { restOfResponses }: Counted) {
	return tx`${responsesWithin(tx, { ...scope, since: undefined, until: undefined })}
		${isWithin(tx, tx`r.created_at`, restOfResponses)}`;
}

/**
 * The response to a display `d`, to be joined laterally. The limit keeps Postgres from reading all responses of the
 * site instead, which it would do for a few thousand displays.
 */
function responseOf(tx: Tx) {
	return tx`(
		select x.display_id from app.responses x where x.site_id = d.site_id and x.display_id = d.id limit 1)`;
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
