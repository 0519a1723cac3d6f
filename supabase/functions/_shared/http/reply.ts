import { errors, ServiceError } from '@feedback/contract';

import { MethodNotAllowed } from './allow-methods.ts';
import { logError } from '../log/log-error.ts';
import { findOutage } from '../../../../database/outage.ts';
import type { WireError } from '../../../../contract/src/wire.ts';

/** A JSON response that caches never store. */
export function replyJson(body: unknown, headers: HeadersInit = {}, status = 200): Response {
	const response = new Response(JSON.stringify(body), { status, headers });
	response.headers.set('content-type', 'application/json; charset=utf-8');
	response.headers.set('cache-control', 'no-store');
	response.headers.set('x-content-type-options', 'nosniff');
	return response;
}

/** Seconds after which a caller may retry, for temporary errors. */
const retrySeconds = { unavailable: 2, rate_limited: 5, internal: 5 } as const;

/** An error response. Unexpected errors are logged with the request's ID, and callers get no details. */
export function replyError(
	thrown: unknown,
	requestId: string,
	headers: HeadersInit = {},
): Response {
	const error = toServiceError(thrown, requestId);
	const response = replyJson(
		{ error: { ...describeError(error), request_id: requestId } },
		headers,
		errors[error.code].status,
	);
	const seconds =
		error instanceof RetryLater
			? error.seconds
			: retrySeconds[error.code as keyof typeof retrySeconds];
	if (seconds !== undefined) response.headers.set('retry-after', String(seconds));
	if (error instanceof MethodNotAllowed) response.headers.set('allow', error.allow);
	return response;
}

/** The parts of an error that callers receive. */
export function describeError({
	code,
	message,
	field,
	hint,
	approval,
	presence,
	stored,
}: ServiceError): WireError {
	return {
		code,
		message,
		...(field && { field }),
		...(hint && { hint }),
		...(approval && { approval }),
		...(presence && { presence }),
		...(stored && { stored }),
	};
}

/** Too many requests, and when to retry. */
export class RetryLater extends ServiceError {
	readonly seconds: number;

	constructor(seconds: number, details: ConstructorParameters<typeof ServiceError>[1] = {}) {
		super('rate_limited', details);
		this.seconds = Math.max(1, Math.ceil(seconds));
	}
}

function toServiceError(thrown: unknown, requestId: string): ServiceError {
	if (thrown instanceof ServiceError) {
		if (thrown.code === 'unavailable')
			logError(requestId, findOutage(thrown.cause) ?? describeThrown(thrown.cause));
		if (thrown.code === 'model_unavailable') logError(requestId, thrown.message);
		return thrown;
	}
	const outage = logThrown(thrown, requestId);
	return new ServiceError(outage ? 'unavailable' : 'internal', { cause: thrown });
}

/** Logs an unexpected error under the request's ID; returns the reason, when it is temporary. */
export function logThrown(thrown: unknown, requestId: string): string | undefined {
	const outage = findOutage(thrown);
	logError(requestId, outage ?? describeThrown(thrown));
	return outage;
}

// Never the whole error: the driver's errors contain the query's parameters, which are visitors' data.
function describeThrown(thrown: unknown): string {
	if (!(thrown instanceof Error)) return 'unknown error';
	const { code } = thrown as { code?: unknown };
	if (typeof code === 'string') return `${thrown.name} ${code}: ${thrown.message}`;
	return thrown.stack ?? `${thrown.name}: ${thrown.message}`;
}
