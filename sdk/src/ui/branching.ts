import type { AnswerCondition, AnswerValue, QuestionToDraw } from '@feedback/contract/wire';

/**
 * Index of the question after the one at `at`, or the number of questions when the prompt ends there.
 * Always greater than `at`. Equivalent to `reachedQuestions` of the contract; a test compares both.
 */
export function nextQuestion(
	questions: QuestionToDraw[],
	at: number,
	answer: AnswerValue | undefined,
): number {
	const go = questions[at]?.branches?.find((branch) => matchesAnswer(branch.when, answer))?.go;
	if (go === 'end') return questions.length;
	const target = questions.findIndex((question) => question.id === go);
	return target > at ? target : at + 1;
}

/** Empty, or only white space. */
export function isSkipped(answer: AnswerValue | undefined): boolean {
	if (typeof answer === 'string') return !answer.trim();
	return answer === undefined || answer === null || (Array.isArray(answer) && !answer.length);
}

function matchesAnswer(when: AnswerCondition, answer: AnswerValue | undefined): boolean {
	const given: unknown[] = Array.isArray(answer) ? answer : [answer];
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
				: given.includes(when.value);
		case 'at_least':
			return typeof answer === 'number' && answer >= when.value;
		case 'at_most':
			return typeof answer === 'number' && answer <= when.value;
		case 'one_of':
			return given.some((value) => (when.value as unknown[]).includes(value));
	}
}
