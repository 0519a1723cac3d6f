import { replyError } from '../_shared/http/reply.ts';
import type { ErrorResponse } from '../../../contract/src/wire.ts';

// JSON-RPC codes for a body that is not JSON, an internal error, and any other invalid request.
const codes: Record<string, number> = { invalid_json: -32_700, internal: -32_603 };
const otherwise = -32_600;

/** An error of the whole request in the form of JSON-RPC; its `data` has the shape of our errors. */
export async function replyFailure(thrown: unknown, requestId: string): Promise<Response> {
	const response = replyError(thrown, requestId);
	const { error } = (await response.json()) as ErrorResponse;
	const code = codes[error.code] ?? otherwise;
	const body = { jsonrpc: '2.0', id: null, error: { code, message: error.message, data: error } };
	return new Response(JSON.stringify(body), response);
}
