import {
	findUnknownValues,
	listComparedQuestions,
	type Prompt,
	type ResponseCondition,
	type Rule,
	type ValidationIssue,
} from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';

type Reference = { what: string; condition: Rule<ResponseCondition> };

/** Saved filters and destinations of a prompt whose conditions compare with answers that its new content lacks. */
export async function findBrokenReferences(
	tx: Tx,
	{ site, prompt }: { site: string; prompt: string },
	content: Prompt,
): Promise<Pick<ValidationIssue, 'path' | 'message'>[]> {
	const references = await tx<Reference[]>`
		select 'The filter "' || name || '"' as what, filter -> 'condition' as condition
		from app.saved_filters where site_id = ${site} and prompt_id = ${prompt} and filter ? 'condition'
		union all
		select 'The destination "' || name || '"', condition
		from app.destinations
		where site_id = ${site} and condition is not null and (prompts is null or ${prompt} = any(prompts))`;
	const asked = [
		...content.questions,
		...(content.experiment?.variants ?? []).flatMap(({ questions }) => questions ?? []),
	];
	return references.flatMap(({ what, condition }) =>
		listComparedQuestions(condition).flatMap(({ question: answer, comparison }) => {
			const questions = asked.filter(({ id }) => id === answer);
			if (questions.length === 0) {
				return [{ path: [], message: `${what} compares "${answer}", which is no longer asked` }];
			}
			const missing = questions.map((question) => findUnknownValues(question, comparison));
			if (missing.some((values) => values.length === 0)) return [];
			return missing[0]!.map(({ value }) => ({
				path: [],
				message: `${what} compares "${answer}" with ${JSON.stringify(value)}, which is no longer an answer`,
			}));
		}),
	);
}
