import type { Draw } from './drawing.ts';
import { createFeedback, type FeedbackSdk } from './feedback.ts';
import { findService } from './find-service.ts';
import type { FeedbackOptions } from './feedback-options.ts';

export type { Answers, Draw, DrawHooks, Drawing, PromptOnPage } from './drawing.ts';
export type { FeedbackSdk } from './feedback.ts';
export type { FeedbackOptions, LauncherOptions } from './feedback-options.ts';
export { FeedbackError, type FeedbackErrorCode } from './feedback-error.ts';
export type { ShowOptions } from './show-options.ts';
export type { FeedbackListener, FeedbackNotification, ReleaseReason } from './notification.ts';
export type {
	AnswerValue,
	Facts,
	PromptToDraw,
	Reason,
	Value,
	Values,
} from '@feedback/contract/wire';
export type { ValuesOf } from './values-of.ts';

/** Options of the headless SDK: the app draws the prompts. */
export type HeadlessOptions = FeedbackOptions & {
	/** Draws a prompt on the page; may be loaded later, for example by an import. */
	draw: Draw;
};

/**
 * The same SDK without a prompt UI: the app draws prompts, and the SDK decides when and stores displays and answers.
 *
 * @example
 * Feedback.init({ siteId: 'site_demo000000', draw: (prompt, hooks) => openMyDialog(prompt, hooks) });
 */
export const Feedback: FeedbackSdk<HeadlessOptions> = createFeedback({
	get apiUrl() {
		return findService();
	},
	load: async () => ({
		prepare: (options) => ({ draw: (options as unknown as HeadlessOptions).draw }),
		startPreview: async (options, token) =>
			(await import('./preview-mode/start-preview.ts')).startPreview(options, token),
	}),
	loadLater: () => import('./later/start-later.ts'),
});
