import { errors } from '@feedback/contract';
import type { ErrorCode } from '@feedback/contract';
import type { WireApproval, WirePresence, WireStored } from '../../contract/src/wire.ts';

import { ApiError } from './api-error.ts';

/** Returns the JSON of a successful response; throws the `ApiError` of any other. */
export async function readJson(response: Response): Promise<unknown> {
	const text = await response.text();
	const json = parseJson(text);
	if (response.ok && json !== undefined) return json;
	throw toApiError(response, json);
}

/** Returns the body of a successful response as a stream; throws the `ApiError` of any other. */
export async function readStream(
	response: Response,
	type: string,
): Promise<ReadableStream<Uint8Array>> {
	const contentType = response.headers.get('content-type') ?? '';
	if (response.ok && response.body && contentType.startsWith(type.replace('*', '')))
		return response.body;
	throw toApiError(response, parseJson(await response.text()));
}

// A proxy may have sent the response, in which case only the status is usable.
function toApiError(response: Response, json: unknown): ApiError {
	const { status } = response;
	const error = isRecord(json) && isRecord(json['error']) ? json['error'] : {};
	const code = error['code'];
	if (typeof code === 'string' && Object.hasOwn(errors, code)) {
		return new ApiError(code as ErrorCode, {
			status,
			message: text(error['message']) ?? errors[code as ErrorCode].message,
			field: text(error['field']),
			hint: text(error['hint']),
			approval: approval(error['approval']),
			presence: presence(error['presence']),
			stored: stored(error['stored']),
			request_id: text(error['request_id']),
		});
	}
	const nearest = nearestCode(status);
	const message = nearest === 'unreachable' ? 'The address is not that of the service.' : undefined;
	return new ApiError(nearest, {
		status,
		message: text(error['message']) ?? message ?? errors[nearest as ErrorCode].message,
		request_id: response.headers.get('x-request-id') ?? undefined,
	});
}

function nearestCode(status: number): ErrorCode | 'unreachable' {
	if (status === 401) return 'unauthenticated';
	if (status === 403) return 'forbidden';
	if (status === 404) return 'not_found';
	if (status === 429) return 'rate_limited';
	if (status === 502 || status === 503 || status === 504) return 'unavailable';
	return status >= 500 ? 'internal' : status >= 400 ? 'invalid_request' : 'unreachable';
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

function approval(value: unknown): WireApproval | undefined {
	if (!isRecord(value)) return undefined;
	const [id, url, expires_at] = [value['id'], value['url'], value['expires_at']].map(text);
	return id && url && expires_at ? { id, url, expires_at } : undefined;
}

function presence(value: unknown): WirePresence | undefined {
	if (!isRecord(value)) return undefined;
	const [id, challenge, rp_id, expires_at] = ['id', 'challenge', 'rp_id', 'expires_at'].map(
		(name) => text(value[name]),
	);
	if (!id || !challenge || !rp_id || !expires_at) return undefined;
	const list = Array.isArray(value['passkeys']) ? (value['passkeys'] as unknown[]) : [];
	const passkeys = list
		.filter(isRecord)
		.map((passkey) => ({
			id: text(passkey['id']) ?? '',
			transports: Array.isArray(passkey['transports']) ? passkey['transports'].map(String) : [],
		}));
	return { id, challenge, rp_id, expires_at, passkeys };
}

function stored(value: unknown): WireStored | undefined {
	if (!isRecord(value)) return undefined;
	const [etag, updated_at, updated_by] = [
		value['etag'],
		value['updated_at'],
		value['updated_by'],
	].map((part) => text(part) ?? null);
	return { etag: etag!, updated_at: updated_at!, updated_by: updated_by! };
}

function text(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}
