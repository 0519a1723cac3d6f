import { toRecord } from './json.ts';

/**
 * Codes of errors in the SDK itself. The service's own codes (`unknown_site`, `rate_limited` …) are passed on unchanged.
 */
export type FeedbackErrorCode =
	| 'not_initialized'
	| 'invalid_site_id'
	| 'invalid_api_url'
	| 'invalid_account'
	| 'invalid_proof'
	| 'invalid_name'
	| 'invalid_properties'
	| 'invalid_traits'
	| 'identity_refused'
	| 'network'
	| 'timeout'
	| 'bad_answer'
	| 'dropped'
	| 'stale'
	| 'ui_failed'
	| 'unexpected'
	| (string & {});

/**
 * Details of a failure, as contained in the notification of type `error`.
 *
 * @example
 * Feedback.on((notification) => {
 * 	if (notification.type === 'error') report(notification.error.code, notification.error.message);
 * });
 */
export class FeedbackError extends Error {
	// A field, not an assignment: pages that freeze Error.prototype would throw on the latter.
	override readonly name = 'FeedbackError';
	/** Identifies the kind of error. */
	declare readonly code: FeedbackErrorCode;
	/** Path of the invalid value, such as `events.0.properties.plan`. */
	declare readonly field: string | undefined;
	/** How to correct it. */
	declare readonly hint: string | undefined;
	/** Identifies the request in the service's log. */
	declare readonly requestId: string | undefined;

	constructor(
		code: FeedbackErrorCode,
		message: string,
		detail: { field?: string; hint?: string; request_id?: string; cause?: unknown } = {},
	) {
		const given = toRecord(detail);
		super(message, given);
		this.code = code;
		({ field: this.field, hint: this.hint, request_id: this.requestId } = given);
	}
}
