import { listComparedQuestions, type SavedFilter } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';

export type LatestQuestions = { questions: string[]; variants: string[] };

/** Reads the question IDs and variants of a prompt's latest revision; undefined without such a prompt. */
export async function readLatestQuestions(
	tx: Tx,
	site: string,
	prompt: string,
): Promise<LatestQuestions | undefined> {
	const [latest] = await tx<LatestQuestions[]>`
		select array(select q.question ->> 'id' from app.list_asked_questions(r.content) q (question)) as questions,
		       array(select jsonb_path_query(r.content, '$.experiment.variants[*].key') #>> '{}') as variants
		from app.revisions r
		where r.site_id = ${site} and r.prompt_id = ${prompt} order by r.number desc limit 1`;
	return latest;
}

/**
 * Describes the parts of a filter that the latest revision no longer has.
 *
 * @example
 * listGone({ variant: 'short' }, { questions: ['score'], variants: [] });
 * // ['The latest revision has no variant "short": only earlier responses match.']
 */
export function listGone(
	{ condition, variant }: SavedFilter,
	{ questions, variants }: LatestQuestions,
): string[] {
	const compared = condition ? listComparedQuestions(condition) : [];
	const missing = new Set(
		compared.map(({ question }) => question).filter((question) => !questions.includes(question)),
	);
	return [
		...[...missing].map((question) => `does not ask the question "${question}"`),
		...(variant === undefined || variants.includes(variant) ? [] : [`has no variant "${variant}"`]),
	].map((what) => `The latest revision ${what}: only earlier responses match.`);
}
