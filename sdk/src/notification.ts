import type { Facts, Reason } from '@feedback/contract/wire';

import type { Answers } from './drawing.ts';
import type { FeedbackError } from './feedback-error.ts';

/** Why a reserved display was released without being shown. */
export type ReleaseReason = 'hidden' | 'busy' | 'vetoed' | 'blocked' | 'late';

/** The prompt a notification is about. */
type Shown = {
	surveyId: string;
	/** ID of this display; the dashboard lists responses by this ID. */
	displayId: string;
};

/** Notification that listeners registered with `Feedback.on` receive. */
export type FeedbackNotification =
	| { type: 'error'; error: FeedbackError }
	| ({ type: 'displayed' } & Shown)
	/** A prompt that the visitor had begun to answer on the last page goes on; it does not count as displayed again. */
	| ({ type: 'resumed' } & Shown)
	| ({ type: 'dismissed' } & Shown)
	/** The visitor chose to be asked again after so many days. */
	| ({ type: 'postponed'; days: number } & Shown)
	/** The visitor finished; `answers` by question ID. */
	| ({ type: 'answered'; answers: Answers } & Shown)
	/** Why a prompt was or was not displayed; one for each decision. */
	| {
			type: 'reason';
			reason: Reason | ReleaseReason;
			/** Name of the event that was decided on; absent for `show`. */
			event?: string;
			surveyId?: string;
			/** Each rule of each candidate; only with a debug token. */
			facts?: Facts;
	  };

/** Receives notifications; its exceptions reach the app's own error handling. */
export type FeedbackListener = (notification: FeedbackNotification) => void;
