// A page has only one SDK, so its parts are modules with their own state, which `init` sets once.
import type { PromptToDraw } from '@feedback/contract/wire';

import type { FeedbackOptions } from './feedback-options.ts';
import type { LaterModule } from './later/interface.ts';
import type { PromptUi } from './prompt-ui.ts';

/**
 * The module that is loaded once there is something to show. After an upgrade, pages that already have the script of an
 * earlier release load it too, so changes must be compatible.
 */
export type LazyModule = {
	/** Prepares the UI for this prompt. */
	prepare(options: typeof settings, prompt: PromptToDraw): PromptUi | Promise<PromptUi>;
	/** Resolves to the replacement of `fetch` while a revision is previewed. */
	startPreview(options: typeof settings, token: string): Promise<typeof fetch>;
};

/** Fixed when `init` was called. */
export let settings: FeedbackOptions & {
	apiUrl: string;
	load(): Promise<LazyModule>;
	loadLater(): Promise<LaterModule>;
	/** Checks a file before it is loaded; rejects when its hash differs. */
	verify?: (file: string, hash: string) => Promise<unknown>;
	/** After `stop`, until `init` is called again. */
	isStopped?: boolean;
	/** The app keeps prompts from appearing. */
	isHeld?: boolean;
	/** When the service's `Retry-After` ends, by a clock that cannot be changed. */
	pausedUntil?: number;
	/** In a preview, handles every request; storage is then read-only. */
	preview?: Promise<typeof fetch>;
};

export function configure(options: typeof settings): void {
	settings = options;
}
