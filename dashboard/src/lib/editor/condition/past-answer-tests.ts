import { answerKinds } from '@feedback/contract';
import type { AnswerKind } from '@feedback/contract';

import type { QuestionContent } from '#lib/prompt/prompt-content.ts';

import type { AnswerTest } from '../branching/answer-tests.ts';

const isAnswered: AnswerTest = { op: 'answered', label: 'is answered', takes: 'nothing' };

/** The tests of an answer to an earlier prompt, for each kind of answer. A skipped question matches none of them. */
const testsByKind: Record<AnswerKind, AnswerTest[]> = {
	score: [
		{ op: 'at_most', label: 'is at most', takes: 'number' },
		{ op: 'at_least', label: 'is at least', takes: 'number' },
		{ op: 'is', label: 'is', takes: 'number' },
		isAnswered,
	],
	choice: [
		{ op: 'is', label: 'is', takes: 'choice' },
		{ op: 'one_of', label: 'is one of', takes: 'choices' },
		isAnswered,
	],
	choices: [
		{ op: 'is', label: 'includes', takes: 'choice' },
		{ op: 'one_of', label: 'includes any of', takes: 'choices' },
		isAnswered,
	],
	yes_no: [{ op: 'is', label: 'is', takes: 'boolean' }, isAnswered],
	text: [isAnswered],
	picture: [isAnswered],
	none: [isAnswered],
};

export function listPastAnswerTests(question: QuestionContent | undefined): AnswerTest[] {
	return question ? testsByKind[answerKinds[question.type]] : [isAnswered];
}
