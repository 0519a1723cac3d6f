import { answerKinds, type Prompt, type Question, type ValidationIssue } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';

type Row = { survey_id: string; trait: string; type: Question['type'] };

/** Answers that become a trait which another prompt of the site sets to values of another type. */
export async function findTraitConflicts(
	tx: Tx,
	site: string,
	{ survey_id: own, questions }: Prompt,
): Promise<Pick<ValidationIssue, 'path' | 'message'>[]> {
	const named = questions.flatMap(({ trait }) => trait ?? []);
	if (named.length === 0) return [];
	const others = await tx<Row[]>`
		select distinct p.survey_id, q.question ->> 'trait' as trait, q.question ->> 'type' as type
		from app.prompts p
		join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id and r.number = p.published_revision
		cross join lateral app.list_asked_questions(r.content) q (question)
		where p.site_id = ${site} and p.survey_id <> ${own} and q.question ->> 'trait' = any(${named})
		order by 1, 2`;
	return questions.flatMap(({ trait, type }, at) => {
		const other = others.find(
			(one) => one.trait === trait && answerKinds[one.type] !== answerKinds[type],
		);
		if (!other) return [];
		const message = `"${other.survey_id}" sets "${trait}" to answers of the type ${other.type}: conditions compare one of the two types only`;
		return [{ path: ['questions', at, 'trait'], message }];
	});
}
