import { accountLength, requestTimeout } from '@feedback/contract/shared-limits';

import { checkValues, isAccount } from './check-values.ts';
import { core } from './core.ts';
import {
	close,
	forget,
	identify,
	reportEvent,
	reset,
	sendIdentityLater,
	showPrompt,
} from './decision.ts';
import { enterPreview } from './enter-preview.ts';
import type { FeedbackOptions } from './feedback-options.ts';
import { toRecord } from './json.ts';
import { connectLater, later } from './late.ts';
import type { FeedbackListener } from './notification.ts';
import { areGood, fail, listeners, log } from './notify.ts';
import { isCrowded, recordEvent, startOutbox } from './outbox.ts';
import { configure, settings } from './settings.ts';
import type { ShowOptions } from './show-options.ts';
import { watchStorage } from './storage.ts';
import { isEventName, namePattern } from './values.ts';
import type { Values } from '@feedback/contract/wire';
import type { ValuesOf } from './values-of.ts';
import { readVisitor } from './visitor.ts';

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
	 * Resolves when `init` has loaded the stored state and made the calls before it; never rejects. Without `init`, it
	 * resolves after 4 seconds, and on the server immediately.
	 *
	 * @example
	 * await Feedback.ready();
	 */
	ready(): Promise<void>;

	/**
	 * Connects the visitor to the app's account ID, after sign-in. Traits merge by key; `null` is a value.
	 * If the account differs from the previous one, `reset()` runs first. Traits that are not allowed are left out, and
	 * cause a notification of type `error`. So does an account ID that is not allowed, such as an empty one or the text
	 * `undefined`; nothing else happens then.
	 *
	 * @param accountId - The app's own identifier, at most 255 characters.
	 * @param traits - Strings, numbers, booleans or `null` by key.
	 * @param options - `identityProof`: token of the app's backend that proves the account ID.
	 * @example
	 * Feedback.identify('user_42', { plan: 'pro' });
	 */
	identify<Traits extends ValuesOf<Traits>>(
		accountId: string,
		traits?: Traits | Values,
		options?: { identityProof?: string | undefined },
	): void;

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
	event<Properties extends ValuesOf<Properties>>(
		name: string,
		properties?: Properties | Values,
		options?: { eventProof?: string | undefined },
	): Promise<boolean>;

	/**
	 * Displays one published prompt if its dates and limits allow it. Ignores its audience, trigger,
	 * sampling and delay, and records no event. Resolves `true` when it was displayed.
	 *
	 * @param surveyId - The prompt's survey ID.
	 * @param options - `prefill`: first answers by question ID, which the visitor can change.
	 * @example
	 * button.onclick = () => Feedback.show('export-experience', { prefill: { ease: 4 } });
	 */
	show(surveyId: string, options?: ShowOptions): Promise<boolean>;

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
	 * Closes the prompt that is on the page or about to be displayed, for example when the page changes. A prompt that
	 * was displayed keeps the answers given so far.
	 *
	 * @example
	 * Feedback.close();
	 */
	close(): void;

	/**
	 * Ends the SDK on this page, for example when consent is withdrawn: closes an open prompt, and sends and displays
	 * nothing until `init` is called again. Events that could not be sent yet stay on the device.
	 *
	 * @example
	 * Feedback.stop();
	 */
	stop(): void;

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
type Entry = Pick<typeof settings, 'apiUrl' | 'load' | 'loadLater' | 'verify'>;

export function createFeedback<Options extends FeedbackOptions>(
	entry: Entry,
): FeedbackSdk<Options> {
	/** Calls made before `init`, in their order. */
	const early: (() => void)[] = [];

	/**
	 * Makes a call, or keeps it until `init`. If that takes too long, it resolves `false`, as after a failed request; once
	 * there is an `init` after all, the call is made with `isLate`.
	 */
	function run(make: (isLate?: boolean) => unknown): Promise<boolean> {
		if (settings && !settings.isStopped) return attempt(make);
		return new Promise((resolve) => {
			let isLate = false;
			const giveUp = () => {
				isLate = true;
				resolve(fail('not_initialized', 'Call init first.'));
			};
			if (settings || !isBrowser()) return giveUp();
			const timer = setTimeout(giveUp, requestTimeout - 1_000);
			early.push(() => {
				clearTimeout(timer);
				resolve(attempt(make, isLate));
			});
		});
	}

	function hold(on: boolean): void {
		void run(() => {
			settings.isHeld = on;
			later?.recheck();
		});
	}

	connectLater(entry.loadLater, core);
	return {
		init(options) {
			if (!isBrowser()) return;
			const begin = () =>
				attempt(() => {
					if (start(entry, options)) for (const call of early.splice(0)) call();
				});
			// A prerendered page may never be seen.
			if ((document as { prerendering?: boolean }).prerendering)
				document.addEventListener('prerenderingchange', begin);
			else void begin();
		},
		ready: async () => void (await run(() => {})),
		identify(accountId, traits, options) {
			void run(() => {
				if (!isAccount(accountId)) return void fail('invalid_account', accountRule);
				const { good, bad } = checkValues(traits);
				areGood(bad, 'traits');
				identify(accountId, good, toProof(toRecord(options)['identityProof']));
			});
		},
		reset: () => void run(reset),
		event(name, properties, options) {
			if ((name as unknown) === '') return Promise.reject(new TypeError('name is empty.'));
			return run((isLate) => {
				if (!isEventName(name)) return fail('invalid_name', `Names match ${namePattern}`);
				const { good, bad } = checkValues(properties);
				if (!areGood(bad, 'properties')) return false;
				const { eventProof, late } = toRecord(options);
				const event = { name, properties: properties && good, proof: toProof(eventProof) };
				return late || isLate || isCrowded() ? recordEvent(event) : reportEvent(event);
			});
		},
		show: (surveyId, options) => run((isLate) => !isLate && showPrompt(surveyId, options)),
		on(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		hold: () => hold(true),
		resume: () => hold(false),
		close,
		stop() {
			if (!settings) return;
			settings.isStopped = true;
			forget();
			log('stop');
		},
		visitorId: () => settings && readVisitor().visitor,
	};
}

const accountRule = `Use 1 to ${accountLength} characters.`;

const isBrowser = () => typeof document !== 'undefined';

/** Whether it has started, now or earlier. */
function start(entry: Entry, options: FeedbackOptions): boolean {
	const given = toRecord({ ...entry, ...options });
	const { siteId, apiUrl = entry.apiUrl } = given;
	if (settings && !settings.isStopped) {
		log('init', siteId);
		return true;
	}
	if (!siteId || !apiUrl) {
		return fail(siteId ? 'invalid_api_url' : 'invalid_site_id', 'No siteId or apiUrl.');
	}
	given.apiUrl = apiUrl.replace(/\/+$/, '');
	configure(given);
	readVisitor();
	enterPreview();
	watchStorage();
	startOutbox();
	sendIdentityLater();
	log('started', siteId, settings.apiUrl);
	return true;
}

function toProof(proof: unknown): string | undefined {
	if (typeof proof === 'string') return proof;
	return void (proof === undefined || fail('invalid_proof', 'Use text.'));
}

/**
 * Makes the call immediately; `true` only if it results in that. An exception in the SDK must never reach the page.
 * Waits only for what may result in `true`: in a burst of events, promises take most of the time.
 */
async function attempt(make: (isLate?: boolean) => unknown, isLate?: boolean): Promise<boolean> {
	try {
		const made = make(isLate) as Promise<boolean> | undefined;
		return !!made && (await made) === true;
	} catch (cause) {
		return fail('unexpected', 'Failed.', { cause });
	}
}
