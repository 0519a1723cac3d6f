import {
	findAudienceRule,
	findUnknownAnswers,
	listAnswerReferences,
	listBranchReferences,
	questionSchema,
	ServiceError,
} from '@feedback/contract';
import type { AnswerReference, Audience, LintIssue, Prompt, Question } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';

/** Conditions of a prompt's audience and branches on answers that the site does not have. */
export async function findUnknownAnswersOfPrompt(
	tx: Tx,
	site: string,
	content: Prompt,
): Promise<LintIssue[]> {
	const { audience, questions, experiment } = content;
	const rule = findAudienceRule(audience);
	const references = [
		...(rule
			? listAnswerReferences(rule, rule === audience ? ['audience'] : ['audience', 'rule'])
			: []),
		...listBranchReferences(questions, ['questions']),
		...(experiment?.variants ?? []).flatMap((variant, at) =>
			listBranchReferences(variant.questions ?? [], ['experiment', 'variants', at, 'questions']),
		),
	];
	// The prompt may ask about itself, also before it is saved.
	return findUnknown(tx, site, references, content);
}

/** Throws `invalid_request` when a rule compares with an answer that the site does not have. */
export async function requireKnownAnswers(tx: Tx, site: string, rule: Audience): Promise<void> {
	const [issue] = await findUnknown(tx, site, listAnswerReferences(rule, ['rule']));
	if (!issue) return;
	const field = issue.path.join('.');
	throw new ServiceError('invalid_request', { field, message: `${field} ${issue.message}.` });
}

async function findUnknown(
	tx: Tx,
	site: string,
	references: AnswerReference[],
	own?: Prompt,
): Promise<LintIssue[]> {
	if (references.length === 0) return [];
	const asked = await readAskedQuestions(
		tx,
		site,
		references.map(({ condition }) => condition.prompt),
	);
	if (own) {
		const variants = own.experiment?.variants ?? [];
		const questions = [own, ...variants].flatMap((each) => each.questions ?? []);
		asked.set(own.survey_id, [...questions, ...(asked.get(own.survey_id) ?? [])]);
	}
	return findUnknownAnswers(references, asked);
}

/** The questions that any revision of these prompts asks, the newest first: their answers may still be stored. */
async function readAskedQuestions(
	tx: Tx,
	site: string,
	surveys: string[],
): Promise<Map<string, Question[]>> {
	const rows = await tx<{ survey_id: string; questions: unknown[] }[]>`
		select p.survey_id, array(
			select q.question from app.revisions r
			cross join lateral app.list_asked_questions(r.content) q (question)
			where r.site_id = p.site_id and r.prompt_id = p.id
			group by q.question order by max(r.number) desc) as questions
		from app.prompts p where p.site_id = ${site} and p.survey_id = any(${surveys})`;
	return new Map(
		rows.map(({ survey_id, questions }) => [
			survey_id,
			questions.map((question) => questionSchema.parse(question)),
		]),
	);
}
