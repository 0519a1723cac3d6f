import type { AnswerValue } from '@feedback/contract/wire';

/** Options of `show`. */
export type ShowOptions = {
	/**
	 * First answers by question ID, which the visitor can change. What is no answer to its question is left out, and so is
	 * an answer to a consent.
	 */
	prefill?: Record<string, AnswerValue> | undefined;
};
