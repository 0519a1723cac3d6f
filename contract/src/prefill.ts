import { answerKinds, hasWords } from './answer-kinds.ts';
import { checkAnswer } from './answer.ts';
import type { Question } from './question.ts';
import type { AnswerValue, QuestionToDraw } from './wire.ts';

/**
 * A value as the first answer to a question; undefined if it is no answer to it. A consent has to be given by the visitor,
 * and a picture taken.
 *
 * @example
 * toPrefill({ type: 'rating', scale: 5, … }, 4); // 4
 * toPrefill({ type: 'multiple_choice', options, … }, 'pdf'); // ['pdf']
 */
export function toPrefill(question: QuestionToDraw, value: unknown): AnswerValue | undefined {
	if (!hasWords(question)) return undefined;
	const kind = answerKinds[question.type];
	const answer =
		kind === 'choices' && !Array.isArray(value)
			? [value]
			: kind === 'text' && typeof value === 'number'
				? String(value)
				: value;
	if (answer === null || answer === undefined) return undefined;
	const isAnswer = checkAnswer(question as Question, answer as AnswerValue) === undefined;
	return isAnswer ? (answer as AnswerValue) : undefined;
}
