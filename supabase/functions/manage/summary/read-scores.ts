import { askedKey } from '@feedback/contract';

import type { Tx } from '../../_shared/statement.ts';
import { versionKey } from './asked-questions.ts';
import { listVersions, type RevisionRow } from './read-figures.ts';
import type { ScoredQuestion } from './scored-question.ts';

type Periods = { since: string; since_before: string };
type Within = Periods & { site: string };
type Asked = { id: string; question: ScoredQuestion | null };
type Counts = { now: number; before: number };

/** When the last `days` days and as many before begin, in the site's time zone; today is one of them. */
export async function readPeriods(tx: Tx, site: string, days: number, now: Date): Promise<Periods> {
	const [row] = await tx<{ since: Date; since_before: Date }[]>`
		select (d.today - (${days}::int - 1))::timestamp at time zone d.zone as since,
		       (d.today - (2 * ${days}::int - 1))::timestamp at time zone d.zone as since_before
		from (
			select z.zone, (${now}::timestamptz at time zone z.zone)::date as today
			from (select app.site_time_zone(${site}) as zone) z
		) d`;
	return { since: row!.since.toISOString(), since_before: row!.since_before.toISOString() };
}

type CountRow = Counts & { prompt: string };

/** Displays of each prompt in both periods. */
export async function countDisplays(
	tx: Tx,
	{ site, prompts, since, since_before }: Within & { prompts: string[] },
): Promise<Map<string, Counts>> {
	const rows = await tx<CountRow[]>`
		select d.prompt_id as prompt,
		       count(*) filter (where d.reserved_at >= ${since}::timestamptz)::int as now,
		       count(*) filter (where d.reserved_at < ${since}::timestamptz)::int as before
		from app.displays d
		where d.site_id = ${site} and d.prompt_id = any(${prompts}::uuid[]) and d.state <> 'released'
		  and d.reserved_at >= ${since_before}::timestamptz
		group by 1`;
	return new Map(rows.map((row) => [row.prompt, row]));
}

type GivenRow = {
	prompt: string;
	revision: number;
	variant: string | null;
	is_now: boolean;
	/** Null where the question was not answered with a score, or there is no such question. */
	value: number | null;
	count: number;
};
type Given = {
	/** Responses, with any answers. */
	responses: Counts;
	/** Number of answers per score to the question, from the versions that asked it in the same way. */
	scores: { now: Map<number, number>; before: Map<number, number> };
};

/** Responses to each prompt, and the scores in them, in both periods. */
export async function countGiven(
	tx: Tx,
	{ site, since, since_before }: Within,
	prompts: readonly Asked[],
): Promise<Map<string, Given>> {
	const asked = prompts.map(({ id, question }) => ({ prompt: id, question: question?.id ?? null }));
	// The list of prompts beside the join lets the index serve the period of each.
	const rows = await tx<GivenRow[]>`
		select a.prompt, r.revision, r.variant, r.created_at >= ${since}::timestamptz as is_now,
		       case jsonb_typeof(r.answers -> a.question)
		           when 'number' then (r.answers -> a.question)::double precision end as value,
		       count(*)::int as count
		from app.responses r
		join jsonb_to_recordset(${tx.json(asked)}) a (prompt uuid, question text) on a.prompt = r.prompt_id
		where r.site_id = ${site} and r.prompt_id = any(${prompts.map(({ id }) => id)}::uuid[])
		  and r.created_at >= ${since_before}::timestamptz
		group by 1, 2, 3, 4, 5`;
	const alike = await findVersions(tx, site, prompts, rows);
	const found = new Map<string, Given>();
	for (const { prompt, revision, variant, is_now, value, count } of rows) {
		const given = found.get(prompt) ?? startCounting();
		found.set(prompt, given);
		const period = is_now ? 'now' : 'before';
		given.responses[period] += count;
		if (value === null || !alike.has(`${prompt} ${versionKey(revision, variant)}`)) continue;
		const counts = given.scores[period];
		counts.set(value, (counts.get(value) ?? 0) + count);
	}
	return found;
}

function startCounting(): Given {
	return { responses: { now: 0, before: 0 }, scores: { now: new Map(), before: new Map() } };
}

/** Prompt and version of those answers that were given to the same question: an earlier revision may have had another scale. */
async function findVersions(
	tx: Tx,
	site: string,
	prompts: readonly Asked[],
	given: readonly GivenRow[],
): Promise<Set<string>> {
	const answered = new Map(
		given
			.filter(({ value }) => value !== null)
			.map(({ prompt, revision }) => [`${prompt} ${revision}`, { prompt, revision }]),
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
