import { errors, ServiceError } from '@feedback/contract';

import { MethodNotAllowed } from '../_shared/http/allow-methods.ts';
import { findOutage } from '../../../database/outage.ts';
import { logThrown, replyJson, RetryLater } from '../_shared/http/reply.ts';

/** Codes of RFC 6749, 7591, 8628, 8707 and 9126 that this server returns. */
export type OAuthCode =
	| 'invalid_request'
	| 'invalid_client'
	| 'invalid_grant'
	| 'invalid_target'
	| 'invalid_redirect_uri'
	| 'invalid_client_metadata'
	| 'unauthorized_client'
	| 'unsupported_grant_type'
	| 'unsupported_response_type'
	| 'request_not_supported'
	| 'access_denied'
	| 'authorization_pending'
	| 'slow_down'
	| 'expired_token'
	| 'server_error'
	| 'temporarily_unavailable';

/** An expected failure, in the shape that OAuth clients know. */
export class OAuthError extends Error {
	override name = 'OAuthError';
	readonly code: OAuthCode;
	readonly status: number;
	readonly seconds: number | undefined;

	constructor(code: OAuthCode, message: string, { status = 400, seconds = 0 } = {}) {
		super(message);
		this.code = code;
		this.status = status;
		this.seconds = seconds || undefined;
	}
}

/** Too many requests of one kind from one address. */
export function tooMany(seconds: number): OAuthError {
	const detail = { status: 429, seconds: Math.max(1, Math.ceil(seconds)) };
	return new OAuthError('temporarily_unavailable', 'Too many requests.', detail);
}

/** Responds with `{error, error_description}` as JSON. Unexpected errors are logged under the request's ID. */
export function replyOAuthError(thrown: unknown, requestId: string): Response {
	const error = toOAuthError(thrown, requestId);
	const body = { error: error.code, error_description: error.message };
	const response = replyJson(body, {}, error.status);
	if (thrown instanceof MethodNotAllowed) response.headers.set('allow', thrown.allow);
	if (error.seconds !== undefined) response.headers.set('retry-after', String(error.seconds));
	return response;
}

function toOAuthError(thrown: unknown, requestId: string): OAuthError {
	if (thrown instanceof OAuthError) return thrown;
	if (thrown instanceof RetryLater) return tooMany(thrown.seconds);
	if (thrown instanceof MethodNotAllowed) {
		return new OAuthError('invalid_request', `Use ${thrown.methods.join()}.`, { status: 405 });
	}
	if (thrown instanceof ServiceError) {
		const { code, message } = thrown;
		const description = code === 'not_found' ? 'There is no such address.' : message;
		return new OAuthError('invalid_request', description, { status: errors[code].status });
	}
	logThrown(thrown, requestId);
	if (findOutage(thrown) === undefined) {
		return new OAuthError('server_error', 'Something went wrong on our side.', { status: 500 });
	}
	const detail = { status: 503, seconds: 2 };
	return new OAuthError('temporarily_unavailable', 'The service is not ready.', detail);
}
