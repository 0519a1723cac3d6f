import { errors } from '@feedback/contract';
import type { ErrorCode } from '@feedback/contract';

/** A pending request, and where a person approves it. */
export type Approval = { id: string; url: string; expires_at: string };

// Error codes of the command itself: exit code, and whether a retry can help.
const ownCodes = {
	usage: [2, false],
	invalid_file: [2, false],
	unreadable_file: [2, false],
	unwritable_file: [1, false],
	disk_full: [1, false],
	too_long: [2, false],
	insecure_address: [2, false],
	checks_failed: [1, false],
	unrecognised_app: [2, false],
	edited_since: [3, false],
	unfinished_run: [3, false],
	install_failed: [1, true],
	not_verified: [1, true],
	sign_in_denied: [6, false],
	sign_in_expired: [4, true],
	approval_denied: [6, false],
	approval_expired: [5, true],
	unreachable: [7, true],
	interrupted: [130, true],
} as const satisfies Record<string, readonly [number, boolean]>;

export type FailureCode = ErrorCode | keyof typeof ownCodes;

const exitCodes: Partial<Record<ErrorCode, number>> = {
	unauthenticated: 4,
	recent_sign_in_required: 4,
	presence_required: 4,
	approval_required: 5,
	forbidden: 6,
	agents_paused: 6,
	origin_not_allowed: 6,
	wrong_secret: 6,
	rate_limited: 7,
	unavailable: 7,
	internal: 1,
};

/**
 * Exit code of a failure: 1 unexpected, 2 usage or a wrong value, 3 not found or a conflict, 4 sign-in
 * required, 5 approval pending, 6 denied, 7 network or rate limit, 130 interrupted.
 */
export function exitCodeOf(code: FailureCode): number {
	if (isOwn(code)) return ownCodes[code][0];
	const { status } = errors[code];
	return exitCodes[code] ?? ([404, 409, 410].includes(status) ? 3 : 2);
}

type Detail = {
	/** The person's next step. */
	hint?: string | undefined;
	request_id?: string | undefined;
	/** Machine-readable details. */
	details?: Record<string, unknown>;
	/** Commands to run next, each as its arguments: `[['feedback', 'login']]`. */
	next?: string[][];
	approval?: Approval;
	cause?: unknown;
};

/** An expected error of a command, with a message for people and a code for programs. */
export class Failure extends Error {
	override name = 'Failure';
	readonly code: FailureCode;
	readonly hint: string | undefined;
	readonly request_id: string | undefined;
	readonly details: Record<string, unknown>;
	readonly next: string[][];
	readonly approval: Approval | undefined;

	constructor(code: FailureCode, message: string, detail: Detail = {}) {
		super(message, { cause: detail.cause });
		this.code = code;
		this.hint = detail.hint;
		this.request_id = detail.request_id;
		this.details = detail.details ?? {};
		this.next = detail.next ?? [];
		this.approval = detail.approval;
	}

	get retryable(): boolean {
		return isOwn(this.code) ? ownCodes[this.code][1] : errors[this.code].retry;
	}

	get exitCode(): number {
		return exitCodeOf(this.code);
	}
}

function isOwn(code: FailureCode): code is keyof typeof ownCodes {
	return Object.hasOwn(ownCodes, code);
}
