import { versionKey } from '@feedback/contract';

import { join } from 'sql-template-tag';

import type { Tx } from '../../../../database/statement.ts';
import { isAnswered, listValues, nameValue } from './answer-sql.ts';
import type { Alike } from './drop-off.ts';
import { responsesOutside } from './read-figures.ts';
import { listVersionsOf, type Counted } from './result-parts.ts';
import type { Scope } from './scope.ts';

type AlikeRow = Pick<Alike, 'final' | 'responses'> & {
	revision: number;
	variant: string | null;
	/** A digit for each question, 1 where it was answered. */
	answered: string;
	/** An answer for each question that branches. */
	picked: unknown[];
};

/** Counts of equal responses. `branching` lists the questions whose answers choose the next question. */
export async function countAlike(
	tx: Tx,
	scope: Scope,
	questions: string[],
	branching: string[],
	counted: Counted,
): Promise<Alike[]> {
	// One expression per question: expanding all answers of each response costs several times as much.
	const answered = questions.map((id) => tx`case when ${isAnswered(tx, id)} then '1' else '0' end`);
	const picked = branching.map((id) => tx`r.answers -> ${id}::text`);
	const rows = await tx<AlikeRow[]>`
		select r.revision, r.variant, r.final, concat(${join([...answered, tx`''`])}) as answered,
		       jsonb_build_array(${join([...picked, tx`null`])}) as picked, count(*)::int as responses
		from app.responses r
		where ${responsesOutside(tx, scope, counted)}
		group by 1, 2, 3, 4, 5`;
	const read = rows.map((row) => ({
		version: versionKey(row.revision, row.variant),
		final: row.final,
		responses: row.responses,
		answered: questions.filter((_, at) => row.answered[at] === '1'),
		picked: Object.fromEntries(branching.map((id, at) => [id, row.picked[at]])),
	}));
	return [...read, ...sumAlike(counted)];
}

/** The counts of all parts: most are alike from day to day. */
function sumAlike({ parts }: Counted): Alike[] {
	const sums = new Map<string, Alike>();
	for (const { key, questions, alike } of listVersionsOf(parts)) {
		for (const [final, answered, picked, responses] of alike) {
			const group = JSON.stringify([key, questions, final, answered, picked]);
			const sum = sums.get(group);
			if (sum) sum.responses += responses;
			else {
				sums.set(group, {
					version: key,
					final,
					picked,
					responses,
					answered: questions.filter((_, at) => answered[at] === '1'),
				});
			}
		}
	}
	return [...sums.values()];
}

export type ValueCount = {
	question: string;
	version: string;
	/** In the site's time zone. */
	day: string;
	value: string;
	count: number;
	/** Answers whose first or only value this is, so that the sum counts an answer with several choices once. */
	answers: number;
};

/**
 * Counts the answers by value, question, version and day. Each of several choices is counted, and every "other" as
 * `(other)`.
 */
export async function countValues(
	tx: Tx,
	scope: Scope,
	questions: string[],
	counted: Counted,
): Promise<ValueCount[]> {
	type Row = Omit<ValueCount, 'version'> & { revision: number; variant: string | null };
	const rows = await tx<Row[]>`
		with zone as materialized (select app.site_time_zone(${scope.site}) as name)
		select g.question, g.revision, g.variant, g.day::text as day,
		       ${nameValue(tx, tx`v.value`)} as value,
		       sum(g.count)::int as count,
		       coalesce(sum(g.count) filter (where v.at = 1), 0)::int as answers
		from (
			select q.id as question, r.revision, r.variant, (r.created_at at time zone zone.name)::date as day,
			       r.answers -> q.id as answer, count(*) as count
			from app.responses r
			cross join zone
			cross join unnest(${questions}::text[]) q (id)
			where ${responsesOutside(tx, scope, counted)}
			group by 1, 2, 3, 4, 5
		) g
		cross join lateral jsonb_array_elements(${listValues(tx, tx`g.answer`)}) with ordinality v (value, at)
		where jsonb_typeof(g.answer) <> 'null'
		group by 1, 2, 3, 4, 5`;
	const wanted = new Set(questions);
	const before: Row[] = listVersionsOf(counted.parts).flatMap(
		({ revision, variant, day, values }) =>
			Object.entries(values).flatMap(([question, times]) =>
				wanted.has(question)
					? Object.entries(times).map(([value, given]) => {
							const [count, answers] = typeof given === 'number' ? [given, given] : given;
							return { question, revision, variant, day, value, count, answers };
						})
					: [],
			),
	);
	return [...before, ...rows].map(({ revision, variant, ...row }) => ({
		...row,
		version: versionKey(revision, variant),
	}));
}
