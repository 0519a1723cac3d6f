// There is one SDK on a page, so its parts are modules with state of their own, set once by `init`.
import type { PromptToDraw } from '@feedback/contract/wire';

import type { StreamAnswers } from './answers.ts';
import type { Draw } from './drawing.ts';
import type { FeedbackOptions } from './feedback-options.ts';

/** What shows a prompt. */
export type PromptUi = { draw: Draw; streamAnswers: StreamAnswers };

/** What is loaded once there is something to show. */
export type Late = {
	/** Makes ready what shows this prompt. */
	prepare(options: typeof settings, prompt: PromptToDraw): PromptUi | Promise<PromptUi>;
	/** Resolves to what takes the place of `fetch` while a revision is previewed. */
	startPreview(options: typeof settings, token: string): Promise<typeof fetch>;
};

/** Fixed when `init` was called. */
export let settings: FeedbackOptions & {
	apiUrl: string;
	load(): Promise<Late>;
	/** Has a file checked before it is loaded; rejects when it is not what its hash says. */
	verify?: (file: string, hash: string) => Promise<unknown>;
	/** In a preview, answers every request; storage is then read only. */
	preview?: Promise<typeof fetch>;
};

export function configure(options: typeof settings): void {
	settings = options;
}
