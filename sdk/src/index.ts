import { createFeedback, type FeedbackSdk } from './feedback.ts';
import { findService } from './find-service.ts';

export type { Answers } from './drawing.ts';
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

/** The SDK of this page. Importing it is safe on the server. */
export const Feedback: FeedbackSdk = createFeedback({
	get apiUrl() {
		return findService();
	},
	load: () => import('./ui/lazy.ts'),
	loadLater: () => import('./later/start-later.ts'),
});
