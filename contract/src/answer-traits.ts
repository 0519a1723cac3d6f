import { isSkipped, type Answers } from './answer.ts';
import type { QuestionType } from './answer-kinds.ts';
import type { Question } from './question.ts';

/** Traits from answers, by key. */
export type AnswerTraits = Record<string, { question: string; value: string | number | boolean }>;

/** Whether answers to a question of this type are single values, as traits are. */
export const canBeTrait: Record<QuestionType, boolean> = {
	rating: true,
	nps: true,
	single_choice: true,
	yes_no: true,
	consent: true,
	short_text: true,
	long_text: false,
	multiple_choice: false,
	screenshot: false,
	message: false,
};

/**
 * The answers that become traits. A choice behind "other" and a skipped question become none.
 *
 * @example
 * listAnswerTraits(questions, { plan: 'team' }); // { plan_interest: { question: 'plan', value: 'team' } }
 */
export function listAnswerTraits(questions: readonly Question[], answers: Answers): AnswerTraits {
	return Object.fromEntries(
		questions.flatMap(({ id, trait }) => {
			const value = Object.hasOwn(answers, id) ? answers[id] : undefined;
			if (trait === undefined || isSkipped(value) || typeof value === 'object') return [];
			return [[trait, { question: id, value }]];
		}),
	) as AnswerTraits;
}
