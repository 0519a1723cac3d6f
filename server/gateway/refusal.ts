import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import type { ErrorCode } from '@feedback/contract';

/** Answers with the one error shape. Readable from every origin, so that a page sees more than "failed". */
export function refuse(
	response: ServerResponse,
	status: number,
	code: ErrorCode,
	message: string,
): void {
	response.writeHead(status, {
		'content-type': 'application/json',
		'access-control-allow-origin': '*',
		...(status === 503 ? { 'retry-after': '1' } : {}),
		// What is left of a body that nobody read would be taken for the next request.
		...(response.req.complete ? {} : { connection: 'close' }),
	});
	response.end(`${JSON.stringify({ error: { code, message, request_id: randomUUID() } })}\n`);
}
