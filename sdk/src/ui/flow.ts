import type { AnswerValue, QuestionToDraw } from '@feedback/contract/wire';

import type { Answers } from '../drawing.ts';
import { nextQuestion } from './branching.ts';

/** A visitor's position in a prompt, the path to it, and the answers so far. */
export type Flow = {
	/** The question to ask now; `undefined` once the prompt has ended. */
	question(): QuestionToDraw | undefined;
	/** Index of that question; after the first, the visitor can go back. */
	at(): number;
	/** Returns the earlier answer if the visitor went back to this question, or its prefilled one. */
	earlier(): AnswerValue | undefined;
	/** Whether the prompt would end after this answer. */
	endsWith(answer: AnswerValue): boolean;
	answer(answer: AnswerValue): void;
	back(): void;
	/** Answers to the questions on the current path; answers on an abandoned path do not count. */
	answers(): Answers;
};

/** `begun`: the answers that were given before, on the path that they lead along. */
export function createFlow(questions: QuestionToDraw[], begun: Answers): Flow {
	// A question may be called `constructor`, and a page may have frozen `Object.prototype`, so use a map.
	const given = new Map<string, AnswerValue>();
	const way = [0];
	const at = () => way.at(-1)!;
	const question = () => questions[at()];
	const nextAfter = (answer: AnswerValue) => nextQuestion(questions, at(), answer);
	const answer = (value: AnswerValue) => {
		given.set(question()!.id, value);
		way.push(nextAfter(value));
	};
	let known;
	while ((known = begun[question()?.id ?? '']) !== undefined) answer(known);
	return {
		question,
		at,
		earlier: () => given.get(question()!.id) ?? question()!.prefill,
		endsWith: (value) => nextAfter(value) >= questions.length,
		answer,
		back: () => void way.pop(),
		answers: () =>
			Object.fromEntries(
				[...given].filter(([id]) => way.some((index) => questions[index]?.id === id)),
			),
	};
}
