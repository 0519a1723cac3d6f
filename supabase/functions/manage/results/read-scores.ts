import { askedKey, listVersions, versionKey, type RevisionRow } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { ScoredQuestion } from './scored-question.ts';

type Periods = { since: string; since_before: string };
type Within = Periods & { site: string };
type Asked = { id: string; question: ScoredQuestion | null };
type Counts = { now: number; before: number };

/** Start of the last `days` days, today included, and of the same number of days before, in the site's time zone. */
export async function readPeriods(tx: Tx, site: string, days: number, now: Date): Promise<Periods> {
	const [row] = await tx<{ since: Date; since_before: Date }[]>`
		select app.day_start(d.today - (${days}::int - 1), d.zone) as since,
		       app.day_start(d.today - (2 * ${days}::int - 1), d.zone) as since_before
		from (
			select z.zone, (${now}::timestamptz at time zone z.zone)::date as today
			from (select app.site_time_zone(${site}) as zone) z
		) d`;
	return { since: row!.since.toISOString(), since_before: row!.since_before.toISOString() };
}

/** Displays of a prompt, and how many of them have a response. */
type Shown = { displays: Counts; answered: Counts };

/** Displays of each prompt in both periods, and those that have a response, whenever it was given. */
export async function countDisplays(
	tx: Tx,
	{ site, prompts, since, since_before }: Within & { prompts: string[] },
): Promise<Map<string, Shown>> {
	// The same condition as the policies of app.displays.
	const oldest = tx`now() - interval '90 days'`;
	const rows = await tx<{ prompt: string; shown: Shown }[]>`
		select p.prompt, jsonb_build_object(
			'displays', jsonb_build_object('now', n.displays, 'before', b.displays),
			'answered', jsonb_build_object('now', n.answered, 'before', b.answered)) as shown
		from unnest(${prompts}::uuid[]) p (prompt)
		cross join lateral app.count_displays(${site}, p.prompt, greatest(${since}::timestamptz, ${oldest})) n
		cross join lateral app.count_displays(${site}, p.prompt, greatest(${since_before}::timestamptz, ${oldest}), ${since}::timestamptz) b`;
	return new Map(rows.map(({ prompt, shown }) => [prompt, shown]));
}

type GivenRow = {
	prompt: string;
	revision: number;
	variant: string | null;
	is_now: boolean;
	value: number;
	count: number;
};
/** Number of answers per score to the question, from the versions that asked it in the same way. */
type Scores = { now: Map<number, number>; before: Map<number, number> };

/** The scores in the responses to each prompt, in both periods. */
export async function countScores(
	tx: Tx,
	{ site, since, since_before }: Within,
	prompts: readonly Asked[],
): Promise<Map<string, Scores>> {
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
			join app.result_parts k on k.site_id = ${site} and k.prompt_id = a.prompt
			where k.figures is not null and k.from_at >= ${since_before}::timestamptz
			  and k.zone = (select app.site_time_zone(${site}))
		),
		rest as materialized (
			select a.prompt, a.question, unnest(tstzmultirange(tstzrange(${since_before}::timestamptz, 'infinity'))
				- coalesce((select range_agg(tstzrange(k.from_at, k.to_at)) from parts k where k.prompt = a.prompt), '{}')) as at
			from asked a
		),
		counted as (
			select k.prompt, (v ->> 'revision')::int as revision, v ->> 'variant' as variant,
			       k.from_at >= ${since}::timestamptz as is_now, g.key::double precision as value,
			       coalesce(g.value ->> 0, g.value #>> '{}')::int as count
			from parts k
			cross join lateral jsonb_array_elements(k.figures) v
			cross join lateral jsonb_each(v #> array['values', k.question]) g
			where g.key ~ '^\\d+$'
			union all
			select o.prompt, r.revision, r.variant, r.is_now, r.value, r.count
			from rest o
			-- Grouped for each range, so that Postgres reads a range from the index instead of all responses.
			cross join lateral (
				select x.revision, x.variant, x.created_at >= ${since}::timestamptz as is_now,
				       (x.answers -> o.question)::double precision as value, count(*)::int as count
				from app.responses x
				where x.site_id = ${site} and x.prompt_id = o.prompt
				  and x.created_at >= lower(o.at) and x.created_at < upper(o.at)
				  and jsonb_typeof(x.answers -> o.question) = 'number'
				group by 1, 2, 3, 4
			) r
		)
		select prompt, revision, variant, is_now, value, sum(count)::int as count from counted group by 1, 2, 3, 4, 5`;
	const alike = await findVersions(tx, site, prompts, rows);
	const found = new Map<string, Scores>();
	for (const { prompt, revision, variant, is_now, value, count } of rows) {
		if (!alike.has(`${prompt} ${versionKey(revision, variant)}`)) continue;
		const scores = found.get(prompt) ?? { now: new Map(), before: new Map() };
		found.set(prompt, scores);
		const counts = scores[is_now ? 'now' : 'before'];
		counts.set(value, (counts.get(value) ?? 0) + count);
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
