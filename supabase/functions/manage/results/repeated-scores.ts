import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { AskedQuestion } from './asked-questions.ts';
import { responsesWithin } from './read-figures.ts';
import type { Scope } from './scope.ts';

/** A question, and the keys of the versions that ask it in the same way. */
type Asked = { id: string; versions: string[] };

export function toAsked({ question, versions }: AskedQuestion): Asked {
	return { id: question.id, versions: versions.map(({ key }) => key) };
}

/**
 * Selects the first and latest score of everyone who scored a question repeatedly, with the responses that have them
 * and the question's position in `asked`.
 */
export function selectRepeatedScores(tx: Tx, scope: Scope, asked: readonly Asked[]): Fragment {
	const questions = asked.map((question, at) => ({ at, ...question }));
	return tx`
		with within as (
			select r.subject_id, r.display_id, r.created_at, r.answers, concat_ws(' ', r.revision, r.variant) as version
			from app.responses r
			where ${responsesWithin(tx, scope)} and r.subject_id is not null
		),
		-- Few answer more than once: only their answers are read.
		repeated as (
			select w.* from within w
			where w.subject_id in (select subject_id from within group by 1 having count(*) > 1)
		),
		scored as (
			select q.at, r.subject_id, r.display_id, r.created_at, (r.answers -> q.id)::double precision as score
			from repeated r
			join jsonb_to_recordset(${tx.json(questions)}) q (at int, id text, versions jsonb) on q.versions ? r.version
			where jsonb_typeof(r.answers -> q.id) = 'number'
		),
		ends as (
			select s.at, array_agg(s.score order by s.created_at, s.display_id) as scores,
			       array_agg(s.display_id order by s.created_at, s.display_id) as responses
			from scored s group by s.at, s.subject_id having count(*) > 1
		)
		select at, scores[1] as first, scores[cardinality(scores)] as latest, responses[1] as first_response,
		       responses[cardinality(responses)] as latest_response
		from ends`;
}
