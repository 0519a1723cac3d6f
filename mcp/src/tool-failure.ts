import { ApiError } from '@feedback/client';
import { errors, ServiceError, type ErrorCode } from '@feedback/contract';

import { cleanText } from './clean.ts';

/** Where a person approves what is missing. */
export type Approval = { id: string; url: string; expires_at: string };

type Detail = {
	field?: string | undefined;
	/** What the agent can do about it. */
	hint?: string | undefined;
	request_id?: string | undefined;
	approval?: Approval | undefined;
	details?: Record<string, unknown>;
	cause?: unknown;
};

export type FailureCode = ErrorCode | 'unreachable' | 'timed_out' | 'cancelled';

/** The way in which a tool ends without success. */
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

/** The command line's error object, as tools tell it. */
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
	approval?: Approval;
};

/** Any error as the object to tell. What nobody foresaw is told without its words: they could be anybody's. */
export function toFailureObject(thrown: unknown): FailureObject {
	const failure = toToolFailure(thrown);
	const { field, hint, request_id, approval, details } = failure.detail;
	const said = (text: string) => cleanText(text, 500);
	return {
		ok: false,
		error: {
			code: failure.code,
			message: said(failure.message),
			...(field !== undefined && { field: said(field) }),
			...(hint !== undefined && { hint: said(hint) }),
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
		const advice = hint ?? hints[code];
		return new ToolFailure(code, message, { field, hint: advice, request_id, approval });
	}
	if (thrown instanceof ServiceError) {
		const { code, message, field, hint } = thrown;
		return new ToolFailure(code, message, { field, hint });
	}
	return new ToolFailure('internal', errors.internal.message, { cause: thrown });
}

/** Whether an error was meant to be told; any other is a fault of ours. */
export function isForeseen(thrown: unknown): boolean {
	return (
		thrown instanceof ToolFailure || thrown instanceof ApiError || thrown instanceof ServiceError
	);
}

function isRetryable(code: FailureCode): boolean {
	if (code === 'unreachable' || code === 'timed_out') return true;
	return code !== 'cancelled' && errors[code].retry;
}

const hints: Partial<Record<string, string>> = {
	not_found: 'It does not exist, or is not among the sites of this connection; whoami lists them.',
	forbidden: 'The role does not allow it, or only a person may do it, in the dashboard.',
	rate_limited: 'Wait a moment, then make the same call again.',
	unavailable: 'Wait a moment, then make the same call again.',
	invalid_prompt: 'prompt_validate lists every fault, prompt_schema tells the form.',
};
