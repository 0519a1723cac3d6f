import { type z } from 'zod';

import { matchAnswerKind, scoreRange, takesAnswer, type QuestionOf } from './answer-kinds.ts';
import { type answerValueSchema } from './ingest.ts';
import type { Question } from './question.ts';
import { settleBranches, type MetBranches } from './settle-branches.ts';
import { uuidPattern } from './uuid-pattern.ts';
import type { AnswerCondition } from './wire.ts';

export type Answers = Record<string, z.infer<typeof answerValueSchema>>;
type Answer = Answers[string];

export type AnswerIssue = { field: string; message: string };

/**
 * Returns the issues in answers to a revision's questions; none when they are valid.
 *
 * Only a final response must answer the required questions, and only those that branching reached.
 *
 * @example
 * findAnswerIssues(prompt.questions, { score: 11 }, { final: true });
 * // [{ field: 'answers.score', message: 'must be a whole number from 0 to 10' }]
 */
export function findAnswerIssues(
	questions: Question[],
	answers: Answers,
	{ final }: { final: boolean },
): AnswerIssue[] {
	const issues: AnswerIssue[] = [];
	const known = new Map(questions.map((question) => [question.id, question]));
	for (const [id, answer] of Object.entries(answers)) {
		const question = known.get(id);
		const message = question
			? checkAnswer(question, answer)
			: `there is no question "${id}" in this revision`;
		if (message) issues.push({ field: `answers.${id}`, message });
	}
	if (final && issues.length === 0) {
		for (const question of reachedQuestions(questions, answers)) {
			if (question.required && takesAnswer(question) && isSkipped(answers[question.id])) {
				issues.push({ field: `answers.${question.id}`, message: 'is required' });
			}
		}
	}
	return issues;
}

/**
 * The questions that a visitor with these answers reached, in order. `met`: which conditions on earlier prompts held at
 * the display.
 */
export function reachedQuestions(
	questions: Question[],
	answers: Answers,
	met?: MetBranches,
): Question[] {
	const reached: Question[] = [];
	let at = 0;
	while (at < questions.length) {
		const question = questions[at]!;
		reached.push(question);
		const { branches } = settleBranches(question, met);
		const go = branches?.find(({ when }) => matchesAnswer(when, answers[question.id]))?.go;
		if (go === 'end') break;
		const target = go === undefined ? at + 1 : questions.findIndex((other) => other.id === go);
		at = target > at ? target : at + 1;
	}
	return reached;
}

/**
 * The answers to the questions that a visitor reached. An answer to a question that the other answers skip does not
 * count, for example after going back and choosing differently.
 *
 * @example
 * answersOnPath(prompt.questions, { score: 5, wrong: 'Slow' }); // { score: 5 }, where a 5 skips `wrong`
 */
export function answersOnPath(questions: Question[], answers: Answers): Answers {
	const reached = new Set(reachedQuestions(questions, answers).map(({ id }) => id));
	return Object.fromEntries(Object.entries(answers).filter(([id]) => reached.has(id)));
}

/** Whether an answer meets the condition of a branch. */
export function matchesAnswer(when: AnswerCondition, answer: Answer | undefined): boolean {
	const given = Array.isArray(answer) ? answer : [answer];
	switch (when.op) {
		case 'answered':
			return !isSkipped(answer);
		case 'skipped':
			return isSkipped(answer);
		case 'is':
			return given.length === 1 && given[0] === when.value;
		case 'is_not':
			return !(given.length === 1 && given[0] === when.value);
		case 'contains':
			return typeof answer === 'string' && typeof when.value === 'string'
				? answer.toLowerCase().includes(when.value.toLowerCase())
				: given.some((value) => value === when.value);
		case 'at_least':
			return typeof answer === 'number' && answer >= when.value;
		case 'at_most':
			return typeof answer === 'number' && answer <= when.value;
		case 'one_of':
			return given.some((value) => (when.value as unknown[]).includes(value));
	}
}

/**
 * The answers as they are stored: a text that is empty or only white space is no answer, and such a text behind "other"
 * is no choice.
 *
 * @example
 * withoutBlanks({ score: 4, why: ' ', tools: ['api', { other: '' }] });
 * // { score: 4, why: null, tools: ['api'] }
 */
export function withoutBlanks(answers: Answers): Answers {
	return Object.fromEntries(
		Object.entries(answers).map(([id, answer]) => [
			id,
			Array.isArray(answer)
				? answer.filter((choice) => !isBlank(choice))
				: isBlank(answer)
					? null
					: answer,
		]),
	);
}

/** Whether a question counts as skipped: nothing was chosen or written, or only white space. */
export function isSkipped(answer: Answer | undefined): boolean {
	if (answer === undefined || answer === null) return true;
	return Array.isArray(answer) ? answer.every(isBlank) : isBlank(answer);
}

/** A text, or a text behind "other", that is empty or only white space. */
function isBlank(value: Answer): boolean {
	const text =
		typeof value === 'object' && value !== null && 'other' in value ? value.other : value;
	return typeof text === 'string' && text.trim() === '';
}

/** Why a value is no answer to a question; undefined if it is one. */
export function checkAnswer(question: Question, answer: Answer): string | undefined {
	if (answer === null) return undefined;
	return matchAnswerKind(question, {
		score(scored) {
			const { from, to } = scoreRange(scored);
			return wholeNumber(answer, from, to);
		},
		choice: (choice) => checkChoice(choice, answer),
		choices: (choices) => checkChoices(choices, answer),
		text({ max_length: most }) {
			if (typeof answer !== 'string') return 'must be a text';
			return answer.length > most ? `must have at most ${most} characters` : undefined;
		},
		yes_no: () => checkBoolean(answer),
		picture: () =>
			typeof answer === 'string' && uuidPattern.test(answer)
				? undefined
				: 'must be the ID of a picture that was sent for this question',
		none: () => checkBoolean(answer),
	});
}

function checkBoolean(answer: Answer): string | undefined {
	return typeof answer === 'boolean' ? undefined : 'must be true or false';
}

function wholeNumber(answer: Answer, min: number, max: number): string | undefined {
	const fits =
		typeof answer === 'number' && Number.isInteger(answer) && answer >= min && answer <= max;
	return fits ? undefined : `must be a whole number from ${min} to ${max}`;
}

function checkChoice(
	question: QuestionOf<'choice' | 'choices'>,
	answer: unknown,
): string | undefined {
	if (typeof answer === 'object' && answer !== null && 'other' in answer) {
		return question.other_label === undefined ? 'this question takes no other answer' : undefined;
	}
	const values = question.options.map((option) => option.value);
	return typeof answer === 'string' && values.includes(answer)
		? undefined
		: `must be one of ${values.join(', ')}`;
}

function checkChoices(question: QuestionOf<'choices'>, answer: Answer): string | undefined {
	if (!Array.isArray(answer)) return 'must be a list of choices';
	for (const choice of answer) {
		const message = checkChoice(question, choice);
		if (message) return message;
	}
	const keys = answer.map((choice) => (typeof choice === 'string' ? choice : '\0other'));
	if (new Set(keys).size < keys.length) return 'must not hold a choice twice';
	const exclusive = question.options.some(
		(option) => option.exclusive && keys.includes(option.value),
	);
	if (exclusive && keys.length > 1) return 'holds an exclusive choice beside others';
	if (!exclusive && keys.length > 0 && keys.length < (question.min_choices ?? 0)) {
		return `must hold at least ${question.min_choices} choices`;
	}
	if (keys.length > (question.max_choices ?? Infinity))
		return `must hold at most ${question.max_choices} choices`;
	return undefined;
}
