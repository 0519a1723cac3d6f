// What the SDK and its file `feedback-later` offer each other. Pages with the script of an earlier release load a newer
// file, so changes must be compatible.
import type {
	DecisionResponse,
	Identity,
	IdentityState,
	PromptToDraw,
	ReportedEvent,
} from '@feedback/contract/wire';

import type { FeedbackError } from '../feedback-error.ts';
import type { FeedbackNotification } from '../notification.ts';
import type { CallArguments, DecisionSubject, Owner, Reply } from '../messages.ts';
import type { PromptUi } from '../prompt-ui.ts';
import type { ShowOptions } from '../show-options.ts';

/** Numbers of dropped messages, by cause. */
export type Drops = Record<string, number>;

type Area = 'localStorage' | 'sessionStorage';

/** The SDK's state and functions. */
export type Core = {
	settings(): {
		siteId: string;
		apiUrl: string;
		isStopped?: boolean;
		/** The app keeps prompts from appearing. */
		isHeld?: boolean;
		/** Requests fail without being sent until then, by `performance.now()`. */
		pausedUntil?: number;
		load(): Promise<{
			prepare(options: unknown, prompt: PromptToDraw): PromptUi | Promise<PromptUi>;
		}>;
		debug?: boolean | undefined;
		poll?: boolean | undefined;
		/** Checks a file before it is loaded; rejects when its hash differs. */
		verify?: Verify;
		language?: string | undefined;
		launcher?: false | object | undefined;
		appVersion?: string | undefined;
		maskScreenshots?: string | undefined;
		/** Present while a revision is previewed: nothing is stored. */
		preview?: Promise<unknown>;
		beforeShow?: ((prompt: PromptToDraw) => boolean | Promise<boolean>) | undefined;
	};
	read(key: string, area?: Area): unknown;
	write(key: string, value?: unknown, area?: Area): void;
	/** Keys in storage of all queued messages that this page knows. */
	queued: Set<string>;
	/** Events that are not in storage yet, because there are too many. */
	backlog: object[];
	/** Moves the oldest of them to storage. */
	storeBacklog(count: number): void;
	post<T>(route: string, body: object): Promise<Reply<T>>;
	call<T extends { identity?: IdentityState; now: number }>(
		...request: CallArguments
	): Promise<Reply<T>>;
	/** The app checks the class of errors, so it is the SDK's. */
	FeedbackError: new (code: string, message: string, detail?: object) => FeedbackError;
	notify(notification: FeedbackNotification): void;
	fail(code: string, message: string, detail?: object): false;
	log(step: string, ...details: unknown[]): void;
	readVisitor(): Owner;
};

export type Later = {
	/** Sends queued messages that are due after a delay, unless they will be sent earlier. Updates the launcher. */
	schedule(delay: number): void;
	/** An event whose first attempt failed: sends it again, or drops it if that cannot succeed. */
	takeFailure(
		key: string,
		event: ReportedEvent,
		reply: Reply<unknown>,
		dropped: Drops | undefined,
	): void;
	/** Numbers of dropped messages since the last report, by cause; they are then forgotten here. */
	takeDrops(): Drops | undefined;
	/**
	 * Displays what a decision has reserved, or waits for its delay; resolves `true` once a prompt is displayed. `isWanted`:
	 * the decision is still about this visitor.
	 */
	carryOut(response: DecisionResponse, about: DecisionSubject, isWanted: boolean): Promise<boolean>;
	/** Displays the prompt that it names, if limits allow it. */
	show(surveyId: string, options?: ShowOptions): Promise<boolean>;
	/**
	 * Polls for a prompt that waits for the account while the page is idle; without an ID, stops. Scripts of earlier releases
	 * pass no response, which says what else belongs on the page.
	 */
	poll(owner: Owner, id: string | undefined, response?: { page?: unknown }): void;
	/** Checks whether a prompt that was blocked may be shown. */
	recheck(): void;
	/** Removes the prompt that is on the page or about to be displayed. */
	close(): void;
	/** Forgets delayed prompts and stops polling. */
	forget(): void;
	/** The failure in a response that does not confirm its request. */
	readFailure<T>(response: Response, answer: unknown): Reply<T>;
	/** Removes what the service has refused from stored values, and sends the rest again. */
	recover<T extends { identity?: IdentityState; now: number }>(
		refused: Reply<T>,
		identify: Identity | undefined,
		...request: CallArguments
	): Promise<Reply<T>>;
};

export type LaterModule = {
	/** Called once, after `init`. */
	startLater(core: Core): Later;
	/** Writes a step or an error to the console, also before `init`. */
	explain(
		options: { verify?: Verify } | undefined,
		step: string,
		details: unknown[],
	): Promise<void>;
};

/** Checks a file before it is loaded; rejects when its hash differs. */
type Verify = (file: string, hash: string) => Promise<unknown>;
