import type { QuestionContent } from '#lib/prompt/prompt-content.ts';

/** A question whose answers a condition can compare. */
export type KnownQuestion = {
	question: QuestionContent;
	/** Name of its prompt. */
	prompt: string;
};
