import { z } from 'zod';

import { comparisonsOf, groupMembers, rule, traitCondition, type Rule } from '../condition.ts';
import { questionIdSchema } from '../question.ts';

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
export type DestinationCondition = AnswerComparison | z.infer<typeof traitCondition>;

/** Which responses a destination receives, by their answers and the visitor's traits. */
export const destinationConditionSchema = rule<DestinationCondition>('DestinationCondition', [
	answerComparison,
	traitCondition,
]);

/** The questions that a condition compares, with the path to each in the condition. */
export function listComparedQuestions(
	condition: Rule<DestinationCondition>,
	path: (string | number)[] = [],
): { question: string; path: (string | number)[] }[] {
	const members = groupMembers(condition);
	if (members) {
		const group = Object.keys(condition)[0]!;
		return members.flatMap((member, at) =>
			listComparedQuestions(member as Rule<DestinationCondition>, [...path, group, at]),
		);
	}
	return 'answer' in condition ? [{ question: condition.answer, path: [...path, 'answer'] }] : [];
}
