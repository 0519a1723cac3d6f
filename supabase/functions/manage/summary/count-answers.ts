import { join } from 'sql-template-tag';

import type { Tx } from '../../_shared/statement.ts';
import type { Alike } from './drop-off.ts';
import { responsesWithin, type Scope } from './read-figures.ts';

type AlikeRow = Omit<Alike, 'answered' | 'picked'> & {
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
): Promise<Alike[]> {
	// One expression per question: expanding all answers of each response costs several times as much.
	const answered = questions.map(
		(id) => tx`case when btrim(r.answers ->> ${id}::text) <> '' and r.answers -> ${id}::text <> '[]'
			then '1' else '0' end`,
	);
	const picked = branching.map((id) => tx`r.answers -> ${id}::text`);
	const rows = await tx<AlikeRow[]>`
		select r.revision, r.final, concat(${join([...answered, tx`''`])}) as answered,
		       jsonb_build_array(${join([...picked, tx`null`])}) as picked, count(*)::int as responses
		from app.responses r
		where ${responsesWithin(tx, scope)}
		group by 1, 2, 3, 4`;
	return rows.map((row) => ({
		...row,
		answered: questions.filter((_, at) => row.answered[at] === '1'),
		picked: Object.fromEntries(branching.map((id, at) => [id, row.picked[at]])),
	}));
}

export type ValueCount = { question: string; revision: number; value: string; count: number };

/** How often each value was given to the questions in each revision; several choices count each, every "other" as `(other)`. */
export function countValues(tx: Tx, scope: Scope, questions: string[]): PromiseLike<ValueCount[]> {
	return tx<ValueCount[]>`
		select g.question, g.revision,
		       case jsonb_typeof(v.value) when 'object' then '(other)' else v.value #>> '{}' end as value,
		       sum(g.count)::int as count
		from (
			select q.id as question, r.revision, r.answers -> q.id as answer, count(*) as count
			from app.responses r
			cross join jsonb_array_elements_text(${tx.json(questions)}) q (id)
			where ${responsesWithin(tx, scope)} and r.answers -> q.id <> 'null'
			group by 1, 2, 3
		) g
		cross join lateral jsonb_array_elements(
			case jsonb_typeof(g.answer) when 'array' then g.answer else jsonb_build_array(g.answer) end) v
		group by 1, 2, 3
		order by 1, 2 desc, 3`;
}
