import type { BackendEventResult, Reason, Values } from '@feedback/contract/wire';

import { FeedbackError } from '../feedback-error.ts';
import { mintId } from '../uuid.ts';
import { findWrongKey, isEventName, namePattern } from '../values.ts';
import { createReportQueue } from './report-queue.ts';
import { createSendBatch } from './send-batch.ts';

/** Options of `createFeedback`. */
export type ServerOptions = {
	/** A site key, `fbs_…`, from the dashboard's settings. It is secret: it belongs on servers only. */
	siteKey: string;
	/** Address of the service, such as `https://<project>.supabase.co/functions/v1`. */
	apiUrl?: string;
	/** Milliseconds after a report for which it is sent again if it failed: 60,000 by default; 0 sends it once. */
	retryForMs?: number;
	/** Milliseconds that a report waits for others to share its request: 5 by default. */
	lingerMs?: number;
	/** Replaces the global `fetch`. */
	fetch?: typeof fetch;
};

/** Outcome of a reported event. */
export type ReportedResult = {
	/** The event's ID. Reporting it again under this ID changes nothing. */
	id: string;
	/** `not_captured`: the site stores registered names only. `stale`: the ID's time is more than 48 hours ago. */
	status: Exclude<BackendEventResult['status'], 'rejected'>;
	/** `waiting`: a prompt waits for the account. Other values say why none does. */
	reason: Reason | undefined;
};

/** Reports events from a server. */
export type ServerFeedback = {
	/**
	 * Reports an event of an account, which need not be known yet. Its properties count as verified. A
	 * prompt with `source: backend` that it triggers waits for the account: the account's next browser
	 * shows it. Resolves when the event is stored. Rejects with a `FeedbackError` that has the service's
	 * code and, for a wrong value, its path; after `network`, `timeout`, `rate_limited` or `unavailable` it
	 * was sent again for `retryForMs`.
	 *
	 * @param accountId - The account given to `identify`, at most 255 characters.
	 * @param name - Letters, digits, `.`, `_`, `:` and `-`; at most 160 characters.
	 * @param properties - Strings, numbers, booleans or `null` by key.
	 * @param options - `eventId`: a UUIDv7 under which the event is stored only once, however often it is reported.
	 * @example
	 * await feedback.event(user.id, 'invoice.paid', { plan: 'pro' });
	 */
	event(
		accountId: string,
		name: string,
		properties?: Values,
		options?: { eventId?: string },
	): Promise<ReportedResult>;

	/**
	 * Reports traits of an account, which decide about prompts with `source: backend`, over those that browsers report.
	 * Traits merge by key. Resolves when they are stored; rejects as `event` does.
	 *
	 * @param accountId - The account given to `identify` in the browser.
	 * @param traits - Strings, numbers, booleans or `null` by key.
	 * @example
	 * await feedback.identify(user.id, { plan: 'pro' });
	 */
	identify(accountId: string, traits?: Values): Promise<void>;

	/**
	 * Resolves when everything reported so far was stored or has failed: call it before the process ends.
	 *
	 * @example
	 * await feedback.flush();
	 */
	flush(): Promise<void>;
};

/**
 * Reports events from your server with a secret site key. Reports made at about the same time share a request. Runs on
 * Node.js 20 and later, Deno, Bun and edge runtimes.
 *
 * @throws TypeError when the site key is not valid.
 * @example
 * const feedback = createFeedback({ siteKey: process.env.FEEDBACK_SITE_KEY });
 * await feedback.event(user.id, 'invoice.paid', { plan: 'pro' });
 */
export function createFeedback(options: ServerOptions): ServerFeedback {
	const { siteKey, apiUrl = __FEEDBACK_API_URL__, retryForMs = 60_000, lingerMs = 5 } = options;
	if (!/^fbs_[\w-]{43}$/.test(siteKey)) {
		throw new TypeError('siteKey must be a site key, "fbs_" and 43 characters.');
	}
	const send = options.fetch ?? ((...request) => fetch(...request));
	const address = apiUrl.replace(/\/+$/, '');
	const sendBatch = createSendBatch({ apiUrl: address, siteKey, send });
	const queue = createReportQueue({ send: sendBatch, lingerMs, retryForMs });
	return {
		async event(account, name, properties = {}, { eventId = mintId(Date.now()) } = {}) {
			if (!isEventName(name)) {
				throw new FeedbackError('invalid_name', `Names match ${namePattern}`, { field: 'name' });
			}
			checkValues(properties, 'properties');
			const { id, status, reason } = await queue.addEvent({
				id: eventId,
				account,
				name,
				properties,
			});
			return { id, status: status as ReportedResult['status'], reason };
		},
		async identify(account, traits = {}) {
			checkValues(traits, 'traits');
			await queue.addIdentity({ account, traits });
		},
		flush: queue.flush,
	};
}

// JSON would silently change such a value.
function checkValues(values: Values, of: 'properties' | 'traits'): void {
	const key = findWrongKey(values);
	if (key === undefined) return;
	throw new FeedbackError(`invalid_${of}`, 'Values are text, numbers, booleans or null.', {
		field: `${of}.${key}`,
	});
}
