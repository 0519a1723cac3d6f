// Types of what the SDK queues and receives.
import type {
	AnswerRequest,
	DisplayRequest,
	ReportedEvent,
	ShowRequest,
} from '@feedback/contract/wire';

import type { Answers } from './drawing.ts';
import type { FeedbackError } from './feedback-error.ts';

/** The visitor and session of a call, fixed when an event happens, because the call may be sent much later. */
export type Owner = { visitor: string; session: string };

export type Reply<T> =
	| { body: T; error: undefined; retry: false; wait: 0 }
	/** `retry`: the same request may succeed later, after at least `wait` milliseconds. */
	| { body: undefined; error: FeedbackError; retry: boolean; wait: number };

/**
 * A call to the service on behalf of a visitor. `deciding`: with what the decision needs to know. `again`: after a repair of
 * stored values.
 */
export type CallArguments = [
	route: string,
	owner: Owner,
	extra?: object,
	deciding?: boolean,
	again?: boolean,
];

export type QueuedMessage =
	/**
	 * `owner`: the visitor who reported it. `again`: it has a new ID, because the service rejected the first ID as
	 * stale.
	 */
	| { route: 'events'; body: ReportedEvent; owner: Owner; again?: boolean | undefined }
	| { route: 'show'; body: ShowRequest; owner?: undefined; again?: undefined }
	| { route: 'display'; body: DisplayRequest; owner?: undefined; again?: undefined }
	| { route: 'answer'; body: AnswerRequest; owner?: undefined; again?: undefined };

/** `at`: when it happened, by this device's clock. `wait`: milliseconds after that in which no other tab sends it. */
export type QueueEntry = QueuedMessage & { at: number; wait: number };

/** An event whose prompt has a delay. */
export type DelayedEvent = { event: string; name: string; owner: Owner; prefill?: undefined };
/** Subject of a decision: an event, or the prompt of `show` if there is no name. */
export type DecisionSubject =
	| DelayedEvent
	| { owner: Owner; name?: undefined; surveyId?: string; prefill?: Answers | undefined };
