import { z } from 'zod';

import { comparisonsOf } from './comparisons.ts';
import { limits } from './limits.ts';
import { questionIdSchema } from './question-id.ts';
import { text } from './text.ts';

const answered = {
	prompt: text(limits.prompt.surveyId),
	answer: questionIdSchema,
	within_days: z.number().int().min(1).max(limits.visitor.days),
};
const answerValue = z.union([text(limits.values.string), z.number(), z.boolean()]);

/**
 * An answer in the subject's latest response to a prompt of this site, within the last `days` (at most 90). Of several
 * choices, one has to match. There are no negative operators: they would also match everyone who was never asked.
 */
export const answerHistoryConditions = [
	z.strictObject({ ...answered, op: z.literal('is'), value: answerValue }),
	z.strictObject({
		...answered,
		op: z.literal('one_of'),
		value: z.array(answerValue).min(1).max(100),
	}),
	comparisonsOf.number.extend(answered).strict(),
	comparisonsOf.between.extend(answered).strict(),
	z.strictObject({ ...answered, op: z.literal('answered') }),
] as const;

/** The same as one schema, for branches. */
export const earlierAnswerSchema = z
	.union([...answerHistoryConditions])
	.meta({ id: 'EarlierAnswer' });

export type AnswerHistoryCondition = z.infer<(typeof answerHistoryConditions)[number]>;
