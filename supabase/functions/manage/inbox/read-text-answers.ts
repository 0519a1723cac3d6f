import { ServiceError, type RouteOutput } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';

export type TextAnswer = RouteOutput<'listTextAnswers'>['items'][number];

export type TextAnswerRow = Omit<TextAnswer, 'answered_at' | 'assignee'> & {
	answered_at: string;
	assignee: string | null;
	assignee_name: string | null;
	assignee_email: string | null;
};

/** Text answers as `t`, and their responses as `r`; `where` is appended to the conditions and may order and limit. */
export function readTextAnswers(tx: Tx, where: Fragment): PromiseLike<TextAnswerRow[]> {
	return tx<TextAnswerRow[]>`
		select t.display_id as response, t.question_id as question, t.prompt_id as prompt, p.survey_id, r.revision,
		       r.variant, t.text, t.language, t.status, s.account,
		       to_json(t.answered_at at time zone 'utc')#>>'{}' || 'Z' as answered_at,
		       t.assignee, app.name_of(m.person_id, null) as assignee_name, m.email as assignee_email,
		       (select q ->> 'title'
		        from app.revisions v, jsonb_array_elements(app.apply_variant(v.content, r.variant) -> 'questions') q
		        where v.site_id = r.site_id and v.prompt_id = r.prompt_id and v.number = r.revision
		          and q ->> 'id' = t.question_id) as title,
		       (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'quote', g.quote,
		            'is_example', g.is_example, 'added_by', jsonb_build_object('person', g.created_by,
		                'name', app.name_of(w.person_id, null), 'email', w.email),
		            'proposed_by', case when g.source <> 'person' then jsonb_build_object(
		                'kind', g.source, 'connection', nullif(g.proposer, '')) end) order by lower(a.name)), '[]')
		        from app.text_tags g join app.tags a on a.site_id = g.site_id and a.id = g.tag_id
		        left join app.members w on w.workspace_id = i.workspace_id and w.person_id = g.created_by
		        where g.site_id = t.site_id and g.display_id = t.display_id and g.question_id = t.question_id) as tags,
		       (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'quote', l.quote,
		            'proposed_by', jsonb_build_object('kind', l.source, 'connection', nullif(l.proposer, ''),
		                'person', l.created_by)) order by lower(a.name), l.created_at), '[]')
		        from app.label_proposals l join app.tags a on a.site_id = l.site_id and a.id = l.tag_id
		        where l.site_id = t.site_id and l.display_id = t.display_id and l.question_id = t.question_id
		          and l.state = 'proposed') as proposed,
		       (select count(*)::integer from app.text_notes n
		        where n.site_id = t.site_id and n.display_id = t.display_id and n.question_id = t.question_id) as notes
		from app.text_answers t
		join app.responses r on r.site_id = t.site_id and r.display_id = t.display_id
		join app.prompts p on p.site_id = t.site_id and p.id = t.prompt_id
		join app.sites i on i.id = t.site_id
		left join app.subjects s on s.site_id = r.site_id and s.id = r.subject_id
		left join app.members m on m.workspace_id = i.workspace_id and m.person_id = t.assignee
		where ${where}`;
}

export function describeTextAnswer({
	assignee,
	assignee_name: name,
	assignee_email: email,
	...row
}: TextAnswerRow): TextAnswer {
	return { ...row, assignee: assignee === null ? null : { person: assignee, name, email } };
}

/** Throws `not_found` when there is none. */
export async function findTextAnswer(
	tx: Tx,
	site: string,
	response: string,
	question: string,
): Promise<TextAnswer> {
	const [found] = await readTextAnswers(
		tx,
		tx`t.site_id = ${site} and t.display_id = ${response} and t.question_id = ${question}`,
	);
	if (!found) throw noSuchTextAnswer();
	return describeTextAnswer(found);
}

export function noSuchTextAnswer(): ServiceError {
	return new ServiceError('not_found', {
		message: 'The response has no such text.',
		field: 'question',
	});
}
