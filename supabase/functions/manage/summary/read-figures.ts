import type { Prompt, Question } from '@feedback/contract';

import type { Tx } from '../../_shared/statement.ts';
import { exactTime } from '../exact-time.ts';
import { filterSegment, type Segment } from '../segment.ts';
import { versionKey, type AskedQuestion, type Version } from './asked-questions.ts';

export type Scope = {
	site: string;
	prompt: string;
	since?: string | undefined;
	until?: string | undefined;
} & Segment;

/** What revisions and their variants ask, the latest first. A revision with an experiment is only displayed as a variant. */
export async function readVersions(tx: Tx, { site, prompt }: Scope): Promise<Version[]> {
	const rows = await tx<RevisionRow[]>`
		select number, jsonb_build_object('questions', content -> 'questions', 'experiment', content -> 'experiment') as content
		from app.revisions
		where site_id = ${site} and prompt_id = ${prompt} order by number desc`;
	return rows.flatMap((row) => listVersions(row));
}

export type RevisionRow = { number: number; content: Pick<Prompt, 'questions' | 'experiment'> };

/** What a revision and its variants ask. */
export function listVersions({ number: revision, content }: RevisionRow): Version[] {
	return content.experiment
		? content.experiment.variants.map(({ key, questions = content.questions }) =>
				toVersion(revision, key, questions),
			)
		: [toVersion(revision, null, content.questions)];
}

function toVersion(revision: number, variant: string | null, questions: Question[]): Version {
	return { key: versionKey(revision, variant), revision, variant, questions };
}

export type DisplayFigures = { displays: number; unconfirmed: number; dismissed: number };

export async function readDisplays(tx: Tx, scope: Scope): Promise<DisplayFigures> {
	const [row] = await tx<DisplayFigures[]>`
		select count(*)::int as displays,
		       count(*) filter (where d.state = 'reserved')::int as unconfirmed,
		       count(*) filter (where d.state = 'dismissed')::int as dismissed
		from app.displays d
		where ${displaysWithin(tx, scope)}`;
	return row!;
}

export type TimeToAnswer = { answers: number; median: number; p90: number };

/** How long visitors took from the display to their first answer, in seconds; null if nobody answered. */
export async function readTimeToAnswer(tx: Tx, scope: Scope): Promise<TimeToAnswer | null> {
	const [row] = await tx<TimeToAnswer[]>`
		select count(*)::int as answers,
		       percentile_cont(0.5) within group (order by t.seconds) as median,
		       percentile_cont(0.9) within group (order by t.seconds) as p90
		from app.displays d
		cross join lateral (
			select greatest(extract(epoch from d.answered_at - d.displayed_at), 0)::double precision as seconds
		) t
		where d.answered_at is not null and d.displayed_at is not null and ${displaysWithin(tx, scope)}
		having count(*) > 0`;
	return row ?? null;
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
): Promise<Day[]> {
	const { site, prompt, since, until } = scope;
	const score = nps
		? tx`case when concat_ws(' ', r.revision, r.variant) = any(${nps.versions.map(({ key }) => key)})
			then r.answers -> ${nps.question.id}::text end`
		: tx`null::jsonb`;
	const rows = await tx<Day[]>`
		with zone as materialized (select app.site_time_zone(${site}) as name),
		shown as (
			select (d.reserved_at at time zone zone.name)::date as day, count(*)::int as displays
			from app.displays d, zone where ${displaysWithin(tx, scope)} group by 1
		),
		-- Group first: there are few different scores per day, and only the groups are parsed.
		given as (
			select (r.created_at at time zone zone.name)::date as day, ${score} as answer, count(*) as times
			from app.responses r, zone where ${responsesWithin(tx, scope)} group by 1, 2
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
			select day, coalesce(s.displays, 0) as displays, coalesce(a.responses, 0) as responses,
			       coalesce(a.promoters, 0) as promoters, coalesce(a.passives, 0) as passives,
			       coalesce(a.detractors, 0) as detractors
			from shown s full join answered a using (day)
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

/** The responses to the prompt, to be joined with displays: those of displays in the scope are its answers. */
export function responsesOf(tx: Tx, { site, prompt }: Scope) {
	return tx`(select x.display_id from app.responses x where x.site_id = ${site} and x.prompt_id = ${prompt})`;
}

/** The conditions of the scope on responses `r`. */
export function responsesWithin(tx: Tx, { site, prompt, since, until, ...segment }: Scope) {
	return tx`r.site_id = ${site} and r.prompt_id = ${prompt}
		${filterSegment(tx, site, segment, 'r')}
		${since === undefined ? tx`` : tx`and r.created_at >= ${exactTime(tx, since)}`}
		${until === undefined ? tx`` : tx`and r.created_at < ${exactTime(tx, until)}`}`;
}
