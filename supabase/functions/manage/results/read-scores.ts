import { askedKey, listVersions, versionKey, type RevisionRow } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { ScoredQuestion } from './scored-question.ts';

type Periods = { since: string; since_before: string };
type Within = Periods & { site: string };
type Asked = { id: string; question: ScoredQuestion | null };

/** A few days of both periods, of which a trend consists. */
export type Step = { from: string; to: string; since: string; until: string };

/**
 * Start of the last `days` days, today included, and of the same number of days before, in the site's time zone; and
 * both in about fourteen steps.
 */
export async function readPeriods(
	tx: Tx,
	site: string,
	days: number,
	now: Date,
): Promise<Periods & { steps: Step[] }> {
	const [row] = await tx<{ since: Date; since_before: Date; steps: Step[] }[]>`
		with today as materialized (
			select z.zone, (${now}::timestamptz at time zone z.zone)::date as day, ceil(${days}::int / 7.0)::int as length
			from (select app.site_time_zone(${site}) as zone) z
		),
		steps as (
			-- From the end, so that the newest step is complete.
			select greatest(t.day - at - t.length + 1, t.day - (2 * ${days}::int - 1)) as first, t.day - at as last, t.zone
			from today t cross join lateral generate_series(0, 2 * ${days}::int - 1, t.length) at
		)
		select app.day_start(t.day - (${days}::int - 1), t.zone) as since,
		       app.day_start(t.day - (2 * ${days}::int - 1), t.zone) as since_before,
		       (select jsonb_agg(jsonb_build_object('from', s.first, 'to', s.last,
			        'since', app.day_start(s.first, s.zone), 'until', app.day_start(s.last + 1, s.zone)) order by s.first)
		        from steps s) as steps
		from today t`;
	const write = (at: Date | string) => new Date(at).toISOString();
	return {
		since: write(row!.since),
		since_before: write(row!.since_before),
		steps: row!.steps.map(({ since, until, ...step }) => ({
			...step,
			since: write(since),
			until: write(until),
		})),
	};
}

type GivenRow = {
	prompt: string;
	revision: number;
	variant: string | null;
	is_now: boolean;
	/** Position of its step. */
	step: number;
	value: number;
	count: number;
};
/** Number of answers per score to the question, from the versions that asked it in the same way. */
export type Scores = {
	now: Map<number, number>;
	before: Map<number, number>;
	steps: Map<number, number>[];
};

/** The scores in the responses to each prompt, in both periods and in each step of them. */
export async function countScores(
	tx: Tx,
	{ site, since, since_before, steps }: Within & { steps: Step[] },
	prompts: readonly Asked[],
): Promise<Map<string, Scores>> {
	const starts = tx`${steps.map((step) => step.since)}::timestamptz[]`;
	const asked = prompts.flatMap(({ id, question }) =>
		question ? { prompt: id, question: question.id } : [],
	);
	// Rows are read only where no part was counted before. Both periods begin with a day, and no part crosses days.
	const rows = await tx<GivenRow[]>`
		with asked as materialized (
			select a.prompt, a.question from jsonb_to_recordset(${tx.json(asked)}) a (prompt uuid, question text)
		),
		parts as materialized (
			select a.prompt, a.question, k.from_at, k.to_at, k.figures
			from asked a
			join app.find_parts(${site}, array(select prompt from asked), ${since_before}::timestamptz) k
				on k.prompt_id = a.prompt
		),
		rest as materialized (
			select a.prompt, a.question, unnest(tstzmultirange(tstzrange(${since_before}::timestamptz, 'infinity'))
				- coalesce((select range_agg(tstzrange(k.from_at, k.to_at)) from parts k where k.prompt = a.prompt), '{}')) as at
			from asked a
		),
		counted as (
			select k.prompt, (v ->> 'revision')::int as revision, v ->> 'variant' as variant,
			       k.from_at >= ${since}::timestamptz as is_now, width_bucket(k.from_at, ${starts}) - 1 as step, g.key::double precision as value,
			       coalesce(g.value ->> 0, g.value #>> '{}')::int as count
			from parts k
			cross join lateral jsonb_array_elements(k.figures) v
			cross join lateral jsonb_each(v #> array['values', k.question]) g
			where g.key ~ '^\\d+$'
			union all
			select o.prompt, r.revision, r.variant, r.is_now, r.step, r.value, r.count
			from rest o
			-- Grouped for each range, so that Postgres reads a range from the index instead of all responses.
			cross join lateral (
				select x.revision, x.variant, x.created_at >= ${since}::timestamptz as is_now,
				       width_bucket(x.created_at, ${starts}) - 1 as step, (x.answers -> o.question)::double precision as value, count(*)::int as count
				from app.responses x
				where x.site_id = ${site} and x.prompt_id = o.prompt
				  and x.created_at >= lower(o.at) and x.created_at < upper(o.at)
				  and jsonb_typeof(x.answers -> o.question) = 'number'
				group by 1, 2, 3, 4, 5
			) r
		)
		select prompt, revision, variant, is_now, step, value, sum(count)::int as count
		from counted group by 1, 2, 3, 4, 5, 6`;
	const alike = await findVersions(tx, site, prompts, rows);
	const found = new Map<string, Scores>();
	for (const { prompt, revision, variant, is_now, step, value, count } of rows) {
		if (!alike.has(`${prompt} ${versionKey(revision, variant)}`)) continue;
		const scores = found.get(prompt) ?? {
			now: new Map(),
			before: new Map(),
			steps: steps.map(() => new Map<number, number>()),
		};
		found.set(prompt, scores);
		for (const counts of [scores[is_now ? 'now' : 'before'], scores.steps[step]!]) {
			counts.set(value, (counts.get(value) ?? 0) + count);
		}
	}
	return found;
}

/** Versions of each prompt that asked the same question, because an earlier revision may have had another scale. */
async function findVersions(
	tx: Tx,
	site: string,
	prompts: readonly Asked[],
	given: readonly GivenRow[],
): Promise<Set<string>> {
	const answered = new Map(
		given.map(({ prompt, revision }) => [`${prompt} ${revision}`, { prompt, revision }]),
	);
	const rows = await tx<(RevisionRow & { prompt: string })[]>`
		select a.prompt, r.number,
		       jsonb_build_object('questions', r.content -> 'questions', 'experiment', r.content -> 'experiment') as content
		from jsonb_to_recordset(${tx.json([...answered.values()])}) a (prompt uuid, revision int)
		join app.revisions r on r.site_id = ${site} and r.prompt_id = a.prompt and r.number = a.revision`;
	const wanted = new Map(
		prompts.flatMap(({ id, question }) => (question ? [[id, askedKey(question)] as const] : [])),
	);
	return new Set(
		rows.flatMap(({ prompt, ...row }) =>
			listVersions(row)
				.filter(({ questions }) => questions.some((one) => askedKey(one) === wanted.get(prompt)))
				.map(({ key }) => `${prompt} ${key}`),
		),
	);
}
