import type { AnswerValue, QuestionToDraw } from '@feedback/contract/wire';

import type { Answers } from '../drawing.ts';
import { nextQuestion } from './branching.ts';

/** A visitor's position in a prompt, the path to it, and the answers so far. */
export type Flow = {
	/** The question to ask now; `undefined` once the prompt has ended. */
	question(): QuestionToDraw | undefined;
	/** Index of that question. */
	at(): number;
	/** Returns the earlier answer if the visitor went back to this question. */
	earlier(): AnswerValue | undefined;
	/** Whether there is a question to go back to. */
	canGoBack(): boolean;
	/** Whether the prompt would end after this answer. */
	endsWith(answer: AnswerValue): boolean;
	answer(answer: AnswerValue): void;
	back(): void;
	/** Answers to the questions on the current path; answers on an abandoned path do not count. */
	answers(): Answers;
};

export function createFlow(questions: QuestionToDraw[]): Flow {
	// A question may be called `constructor`, and a page may have frozen `Object.prototype`, so use a map.
	const given = new Map<string, AnswerValue>();
	const way = [0];
	const at = () => way.at(-1)!;
	const question = () => questions[at()];
	return {
		question,
		at,
		earlier: () => given.get(question()!.id),
		canGoBack: () => way.length > 1,
		endsWith: (answer) => nextQuestion(questions, at(), answer) >= questions.length,
		answer(answer) {
			given.set(question()!.id, answer);
			way.push(nextQuestion(questions, at(), answer));
		},
		back: () => void way.pop(),
		answers() {
			const ids = way.flatMap((index) => questions[index]?.id ?? []).filter((id) => given.has(id));
			return Object.fromEntries(ids.map((id) => [id, given.get(id)!]));
		},
	};
}
