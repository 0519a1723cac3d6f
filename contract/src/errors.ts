// All error codes. `status` is the HTTP status; with `retry`, the same request may succeed later.

import type { WireApproval, WirePresence, WireStored } from './wire.ts';

type ErrorKind = { status: number; retry: boolean; message: string };

export const errors = {
	invalid_request: { status: 400, retry: false, message: 'The request contains an invalid value.' },
	invalid_json: { status: 400, retry: false, message: 'The body is not valid JSON.' },
	too_deep: { status: 400, retry: false, message: 'The body is nested too deeply.' },
	unsafe_text: {
		status: 400,
		retry: false,
		message: 'A text holds a NUL character or half of a surrogate pair.',
	},
	unauthenticated: { status: 401, retry: false, message: 'Sign in first.' },
	approval_required: { status: 403, retry: true, message: 'A person has to approve this first.' },
	recent_sign_in_required: {
		status: 403,
		retry: false,
		message: 'Sign in again first: this needs a sign-in within the last 15 minutes.',
	},
	presence_required: {
		status: 403,
		retry: false,
		message: 'Confirm with your passkey that you want this.',
	},
	forbidden: { status: 403, retry: false, message: 'You may not do this.' },
	agents_paused: {
		status: 403,
		retry: false,
		message: 'All programs are paused in this workspace. A person has to resume them.',
	},
	origin_not_allowed: {
		status: 403,
		retry: false,
		message: "The page's origin is not on the site's list.",
	},
	site_key_in_browser: {
		status: 403,
		retry: false,
		message: 'A web page sent a site key. Site keys are secret and belong on your server only.',
	},
	site_key_revoked: { status: 401, retry: false, message: 'The site key was revoked.' },
	wrong_secret: {
		status: 403,
		retry: false,
		message: 'The secret does not belong to this display.',
	},
	not_found: { status: 404, retry: false, message: 'This does not exist, or you cannot see it.' },
	unknown_site: { status: 404, retry: false, message: 'There is no site with this site ID.' },
	unknown_display: { status: 404, retry: false, message: 'The site has no display with this ID.' },
	method_not_allowed: {
		status: 405,
		retry: false,
		message: 'This URL does not support the method.',
	},
	conflict: { status: 409, retry: false, message: 'It has been changed in the meantime.' },
	revision_conflict: { status: 409, retry: false, message: 'The prompt has a newer revision.' },
	approved_with_changes: {
		status: 409,
		retry: false,
		message: 'A person changed the prompt, and approved another revision.',
	},
	already_final: { status: 409, retry: false, message: 'The response is final.' },
	cursor_expired: {
		status: 410,
		retry: false,
		message: 'The cursor is from before a restore or a failover of the database.',
	},
	body_too_large: { status: 413, retry: false, message: 'The body is too large.' },
	unsupported_media_type: {
		status: 415,
		retry: false,
		message: 'The file is of another type than this URL accepts.',
	},
	invalid_answer: { status: 422, retry: false, message: 'An answer does not match its question.' },
	not_understood: {
		status: 422,
		retry: false,
		message: 'The question could not be translated into a filter.',
	},
	invalid_prompt: { status: 422, retry: false, message: 'The prompt is not valid.' },
	rate_limited: { status: 429, retry: true, message: 'Too many requests.' },
	internal: { status: 500, retry: true, message: 'Something went wrong on our side.' },
	model_unavailable: {
		status: 503,
		retry: true,
		message: 'The language model of this service is not available.',
	},
	unavailable: {
		status: 503,
		retry: true,
		message: 'The service is not ready; try again shortly.',
	},
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errors;

/** An expected failure: a function turns it into an error response. */
export class ServiceError extends Error {
	override name = 'ServiceError';
	readonly code: ErrorCode;
	readonly field: string | undefined;
	readonly hint: string | undefined;
	/** Request for the missing grant, which a person can approve, or approved with changes. */
	readonly approval: WireApproval | undefined;
	/** What a passkey has to sign, with `presence_required`. */
	readonly presence: WirePresence | undefined;
	/** The stored state that conflicts with the caller's. */
	readonly stored: WireStored | undefined;

	constructor(code: ErrorCode, detail: ErrorDetail = {}) {
		super(detail.message ?? errors[code].message, { cause: detail.cause });
		this.code = code;
		this.field = detail.field;
		this.hint = detail.hint;
		this.approval = detail.approval;
		this.presence = detail.presence;
		this.stored = detail.stored;
	}
}

type ErrorDetail = {
	message?: string;
	field?: string;
	hint?: string;
	approval?: WireApproval;
	presence?: WirePresence;
	stored?: WireStored;
	cause?: unknown;
};
