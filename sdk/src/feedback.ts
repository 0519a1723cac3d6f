import type { Values } from '@feedback/contract/wire';

import {
	claimPrompt,
	identify,
	reportEvent,
	reset,
	sendIdentityLater,
	showPrompt,
} from './decision.ts';
import { enterPreview } from './enter-preview.ts';
import type { FeedbackOptions } from './feedback-options.ts';
import type { FeedbackListener } from './notification.ts';
import { fail, listeners, log } from './notify.ts';
import { startOutbox } from './outbox.ts';
import { hold, startPresenter } from './presenter.ts';
import { configure, settings } from './settings.ts';
import { findWrongKey, isEventName, namePattern } from './values.ts';
import { readVisitor } from './visitor.ts';
import { startDelayed } from './delayed-prompts.ts';

/** The browser SDK. No method ever throws into the page. */
export type FeedbackSdk<Options = FeedbackOptions> = {
	/**
	 * Starts the SDK. Call it once in the browser entry, before the app mounts. It makes no request, and on
	 * the server it does nothing. Called again with the same options, it does nothing either.
	 *
	 * @example
	 * Feedback.init({ siteId: 'site_demo000000' });
	 */
	init(options: Options): void;

	/**
	 * Resolves when stored state is loaded; never rejects. Before `init` and on the server, it resolves
	 * immediately.
	 *
	 * @example
	 * await Feedback.ready();
	 */
	ready(): Promise<void>;

	/**
	 * Connects the visitor to the app's account ID, after sign-in. Traits merge by key; `null` is a value.
	 * If the account differs from the previous one, `reset()` runs first. Invalid arguments cause a notification of
	 * type `error`.
	 *
	 * @param accountId - The app's own identifier, at most 255 characters.
	 * @param traits - Strings, numbers, booleans or `null` by key.
	 * @param options - `identityProof`: token of the app's backend that proves the account ID.
	 * @example
	 * Feedback.identify('user_42', { plan: 'pro' });
	 */
	identify(accountId: string, traits?: Values, options?: { identityProof?: string }): void;

	/**
	 * Forgets the visitor, on sign-out: closes an open prompt, and starts over as a new visitor.
	 *
	 * @example
	 * Feedback.reset();
	 */
	reset(): void;

	/**
	 * Records an event and checks the published prompts. Resolves `true` when a prompt was displayed and
	 * `false` when none was. Waits for a prompt with a delay for 10 seconds at most; a later display is
	 * only reported as a notification. Rejects with a `TypeError` only when the name is empty: other
	 * failures resolve `false` and send a notification of type `error`, while the event itself is kept and
	 * sent again, without a prompt.
	 *
	 * @param name - Letters, digits, `.`, `_`, `:` and `-`; at most 160 characters.
	 * @param properties - Strings, numbers, booleans or `null` by key.
	 * @param options - `eventProof`: proof from the app's backend, see `@feedback/sdk/server`.
	 * @example
	 * const displayed = await Feedback.event('report.exported', { format: 'pdf' });
	 */
	event(name: string, properties?: Values, options?: { eventProof?: string }): Promise<boolean>;

	/**
	 * Displays one published prompt if its dates and limits allow it. Ignores its audience, trigger,
	 * sampling and delay, and records no event. Resolves `true` when it was displayed.
	 *
	 * @param surveyId - The prompt's survey ID.
	 * @example
	 * button.onclick = () => Feedback.show('export-experience');
	 */
	show(surveyId: string): Promise<boolean>;

	/**
	 * Registers a listener for notifications. Returns a function that removes it again.
	 *
	 * @example
	 * const off = Feedback.on((notification) => {
	 * 	if (notification.type === 'error') console.warn(notification.error.code);
	 * });
	 */
	on(listener: FeedbackListener): () => void;

	/**
	 * Keeps prompts from appearing until `resume()`, for example during a checkout. Events are still
	 * recorded. A prompt decided in the meantime waits up to 30 seconds and is then released.
	 *
	 * @example
	 * Feedback.hold();
	 */
	hold(): void;

	/**
	 * Ends `hold()`.
	 *
	 * @example
	 * Feedback.resume();
	 */
	resume(): void;

	/**
	 * The visitor's ID, which an event proof must contain for a visitor who is not signed in; `undefined` before
	 * `init` and on the server.
	 *
	 * @example
	 * await fetch('/api/finish', { method: 'POST', body: JSON.stringify({ visitor: Feedback.visitorId() }) });
	 */
	visitorId(): string | undefined;
};

/** Differences between the entry files: the default address of the service, and how a prompt is drawn. */
type Entry = Pick<typeof settings, 'apiUrl' | 'load' | 'verify'>;

export function createFeedback<Options extends FeedbackOptions>(
	entry: Entry,
): FeedbackSdk<Options> {
	return {
		init(options) {
			if (typeof document === 'undefined') return;
			void attempt(() => start(entry, options));
		},
		ready: async () => {},
		identify(accountId, traits, options) {
			if (isStarted() && areValues(traits, 'traits'))
				void attempt(() => identify(accountId, traits, options?.identityProof));
		},
		reset() {
			if (isStarted()) void attempt(reset);
		},
		async event(name, properties, options) {
			if (name === '') throw new TypeError('name is empty.');
			if (!isStarted()) return false;
			if (!isEventName(name)) {
				return fail('invalid_name', `Names match ${namePattern}`);
			}
			return (
				areValues(properties, 'properties') && attempt(() => reportEvent(name, properties, options))
			);
		},
		async show(surveyId) {
			return isStarted() && attempt(() => showPrompt(surveyId));
		},
		on(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		hold: () => hold(true),
		resume: () => hold(false),
		visitorId: () => settings && readVisitor().visitor,
	};
}

function start(entry: Entry, options: FeedbackOptions): void {
	const { siteId, apiUrl = entry.apiUrl } = options;
	if (!siteId) return void fail('invalid_site_id', 'siteId is empty.');
	if (settings) return log('init');
	configure({ ...entry, ...options, apiUrl: apiUrl.replace(/\/+$/, '') });
	readVisitor();
	enterPreview();
	startOutbox();
	startPresenter();
	startDelayed(claimPrompt);
	sendIdentityLater();
	log('started', siteId);
}

function isStarted(): boolean {
	return !!settings || fail('not_initialized', 'Call init first.');
}

/** Reports the first property or trait that JSON cannot represent. */
function areValues(values: Values | undefined, of: 'properties' | 'traits'): boolean {
	const key = findWrongKey(values ?? {});
	return (
		key === undefined ||
		fail(`invalid_${of}`, 'Use text, numbers, booleans or null.', {
			field: `${of}.${key}`,
		})
	);
}

/** Runs the step immediately. An exception in the SDK must never reach the page. */
async function attempt<T>(step: () => T): Promise<Awaited<T> | false> {
	try {
		return await step();
	} catch (cause) {
		return fail('unexpected', 'Failed.', { cause });
	}
}
