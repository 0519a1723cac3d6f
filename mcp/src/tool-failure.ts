import { ApiError } from '@feedback/client';
import { errors, ServiceError, type ErrorCode } from '@feedback/contract';

import type { WireApproval } from '../../contract/src/wire.ts';
import { cleanText } from './clean.ts';

type Detail = {
	field?: string | undefined;
	/** The agent's next step. */
	hint?: string | undefined;
	request_id?: string | undefined;
	approval?: WireApproval | undefined;
	details?: Record<string, unknown>;
	cause?: unknown;
};

// Codes of the tools themselves, and whether a retry can help.
const ownCodes = {
	unreachable: true,
	timed_out: true,
	cancelled: false,
	approval_denied: false,
	approval_expired: true,
};

export type FailureCode = ErrorCode | keyof typeof ownCodes;

/** An expected error of a tool, with a message for the agent. */
export class ToolFailure extends Error {
	override name = 'ToolFailure';
	readonly code: FailureCode;
	readonly detail: Detail;

	constructor(code: FailureCode, message: string, detail: Detail = {}) {
		super(message, { cause: detail.cause });
		this.code = code;
		this.detail = detail;
	}
}

/** The command line's error object, as tools return it. */
export type FailureObject = {
	ok: false;
	error: {
		code: FailureCode;
		message: string;
		field?: string;
		hint?: string;
		retryable: boolean;
		request_id?: string;
		details?: Record<string, unknown>;
	};
	approval?: WireApproval;
};

/** Converts any error. Removes the message of an unexpected error, because it might contain other people's data. */
export function toFailureObject(thrown: unknown): FailureObject {
	const failure = toToolFailure(thrown);
	const { field, hint, request_id, approval, details } = failure.detail;
	const clean = (text: string) => cleanText(text, 500);
	return {
		ok: false,
		error: {
			code: failure.code,
			message: clean(failure.message),
			...(field !== undefined && { field: clean(field) }),
			...(hint !== undefined && { hint: clean(hint) }),
			retryable: isRetryable(failure.code),
			...(request_id !== undefined && { request_id }),
			...(details && { details }),
		},
		...(approval && { approval }),
	};
}

function toToolFailure(thrown: unknown): ToolFailure {
	if (thrown instanceof ToolFailure) return thrown;
	if (thrown instanceof ApiError) {
		const { code, message, field, hint, request_id, approval } = thrown;
		const detail = { field, hint: hint ?? hints[code], request_id, approval };
		return new ToolFailure(code, message, detail);
	}
	if (thrown instanceof ServiceError) {
		const { code, message, field, hint } = thrown;
		return new ToolFailure(code, message, { field, hint });
	}
	return new ToolFailure('internal', errors.internal.message, { cause: thrown });
}

/** Whether an error was thrown on purpose; any other error is a bug. */
export function isExpected(thrown: unknown): boolean {
	return (
		thrown instanceof ToolFailure || thrown instanceof ApiError || thrown instanceof ServiceError
	);
}

function isRetryable(code: FailureCode): boolean {
	return code in ownCodes
		? ownCodes[code as keyof typeof ownCodes]
		: errors[code as ErrorCode].retry;
}

const hints: Partial<Record<string, string>> = {
	not_found: 'It does not exist, or is not among the sites of this connection; whoami lists them.',
	forbidden: 'The role does not allow it, or only a person can do it, in the dashboard.',
	rate_limited: 'Wait a moment, then make the same call again.',
	unavailable: 'Wait a moment, then make the same call again.',
	invalid_prompt: 'prompt_validate lists every fault, prompt_schema describes the format.',
};
