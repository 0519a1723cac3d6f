import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import { type ErrorCode, errors } from '@feedback/contract';

/** An error in the service's JSON shape, with a request ID. */
export function errorResponse(code: ErrorCode, message: string): Response {
	const requestId = randomUUID();
	return new Response(body(code, message, requestId), {
		status: errors[code].status,
		headers: headers(code, requestId),
	});
}

/** The same, for a handler that writes to Node's response. */
export function sendError(response: ServerResponse, code: ErrorCode, message: string): void {
	const requestId = randomUUID();
	response.setHeader('x-request-id', requestId);
	response.writeHead(errors[code].status, {
		...headers(code, requestId),
		// The rest of an unread request body would be parsed as the next request.
		...(response.req.complete ? {} : { connection: 'close' }),
	});
	response.end(body(code, message, requestId));
}

function headers(code: ErrorCode, requestId: string): Record<string, string> {
	return {
		'content-type': 'application/json',
		'x-request-id': requestId,
		// Without this header, a page on another origin sees only that its request failed.
		'access-control-allow-origin': '*',
		...(code === 'unavailable' ? { 'retry-after': '1' } : {}),
	};
}

function body(code: ErrorCode, message: string, requestId: string): string {
	return `${JSON.stringify({ error: { code, message, request_id: requestId } })}\n`;
}
