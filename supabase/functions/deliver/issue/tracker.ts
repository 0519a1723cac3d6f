import type { Destination } from '@feedback/contract';

import type { MessageText } from '../../_shared/messages/message-text.ts';
import type { TrackerApi } from './tracker-api.ts';

export type IssueLink = { key: string; url: string };

/** What becomes an issue or a comment. */
export type IssueDraft<Target> = {
	/** Where issues are created. */
	target: Target;
	title: string;
	/** Contains visitors' texts unchanged. */
	message: MessageText;
	/** A UUID that only this delivery has, the same in every attempt. */
	marker: string;
	/** When the message was written: no earlier issue or comment is it. */
	since: Date;
};

export type AnyTarget = NonNullable<Destination['tracker']>;

/** How issues reach one tracker. Its functions reject with a `TrackerRefusal` or an `OutgoingError`. */
export type Tracker<Target extends AnyTarget> = {
	/** Seconds after which the tracker finds what it created. */
	settleSeconds: number;
	headers(token: string, target: Target): Record<string, string>;
	/** Finds the issue that an earlier attempt created. */
	findIssue(api: TrackerApi, draft: IssueDraft<Target>): Promise<IssueLink | undefined>;
	createIssue(api: TrackerApi, draft: IssueDraft<Target>): Promise<IssueLink>;
	/** Whether an earlier attempt wrote the comment. */
	hasComment(api: TrackerApi, draft: IssueDraft<Target>, key: string): Promise<boolean>;
	createComment(api: TrackerApi, draft: IssueDraft<Target>, key: string): Promise<void>;
};

/** The tracker answered, but did not do what was asked. The message is for the log, and repeats no answer of the tracker. */
export class TrackerRefusal extends Error {
	override readonly name = 'TrackerRefusal';
	/** Seconds for which the tracker asks to wait; null when it does not. */
	readonly retryAfterSeconds: number | null;
	/** There is nothing any more in which issues could be created. */
	readonly gone: boolean;
	/** No further attempt can succeed. */
	readonly stops: boolean;

	constructor(
		message: string,
		{
			retryAfterSeconds = null,
			gone = false,
			stops = false,
		}: Partial<Pick<TrackerRefusal, 'retryAfterSeconds' | 'gone' | 'stops'>> = {},
	) {
		super(message);
		[this.retryAfterSeconds, this.gone, this.stops] = [retryAfterSeconds, gone, stops];
	}
}
