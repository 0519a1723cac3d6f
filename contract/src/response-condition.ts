import { z } from 'zod';

import { answerContextNameSchema } from './answer-context.ts';
import { comparisonsOf } from './comparisons.ts';
import {
	groupMembers,
	responseContextCondition,
	rule,
	traitCondition,
	type Rule,
} from './condition.ts';
import { questionIdSchema } from './question-id.ts';

const answer = { answer: questionIdSchema };

/**
 * The answer to a question: `{ answer: score, op: at_most, value: 3 }`. Of several choices, one has to match. A question
 * that was not answered is `skipped`.
 */
export const answerComparison = z.discriminatedUnion('op', [
	comparisonsOf.equal.extend(answer).strict(),
	comparisonsOf.list.extend(answer).strict(),
	comparisonsOf.words.extend(answer).strict(),
	comparisonsOf.number.extend(answer).strict(),
	comparisonsOf.between.extend(answer).strict(),
	z.strictObject({ ...answer, op: z.enum(['answered', 'skipped']) }),
]);

export type AnswerComparison = z.infer<typeof answerComparison>;
export type ResponseCondition =
	| AnswerComparison
	| z.infer<typeof traitCondition>
	| z.infer<typeof responseContextCondition>;

/**
 * Selects responses by their answers, and by the visitor's traits, page, device and language at the
 * display, and by what the site stores with answers. Filters of results and conditions of destinations both use this schema.
 */
export const responseConditionSchema = rule<ResponseCondition>('ResponseCondition', [
	answerComparison,
	traitCondition,
	responseContextCondition,
]);

/** Whether a condition compares what only a response has: an answer, or what the site stores with answers. */
export function comparesResponse(condition: Rule<ResponseCondition>): boolean {
	const members = groupMembers(condition);
	if (members) return members.some((one) => comparesResponse(one as Rule<ResponseCondition>));
	if ('answer' in condition) return true;
	return 'context' in condition && answerContextNameSchema.safeParse(condition.context).success;
}

/** The questions that a condition compares, each with its comparison and the path to it in the condition. */
export function listComparedQuestions(
	condition: Rule<ResponseCondition>,
	path: (string | number)[] = [],
): { question: string; comparison: AnswerComparison; path: (string | number)[] }[] {
	const members = groupMembers(condition);
	if (members) {
		const group = Object.keys(condition)[0]!;
		return members.flatMap((member, at) =>
			listComparedQuestions(member as Rule<ResponseCondition>, [...path, group, at]),
		);
	}
	return 'answer' in condition
		? [{ question: condition.answer, comparison: condition, path: [...path, 'answer'] }]
		: [];
}
