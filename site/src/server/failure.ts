import { errors, type ErrorCode } from '@feedback/contract';

import { wantsMarkdown } from './accept.ts';

type Failure = { code: ErrorCode; message?: string; field?: string; hint?: string };

/**
 * An error response: the service's error object as JSON, or as Markdown for a client that accepts it.
 *
 * @example
 * failure(request, { code: 'invalid_request', field: 'q', message: 'q: is missing' });
 */
export function failure(
	request: Request,
	{ code, message = errors[code].message, field, hint }: Failure,
	headers: Record<string, string> = {},
): Response {
	const error = { code, message, field, hint, request_id: crypto.randomUUID() };
	const markdown = wantsMarkdown(request.headers.get('accept'));
	return new Response(markdown ? asMarkdown(error) : `${JSON.stringify({ error })}\n`, {
		status: errors[code].status,
		headers: {
			'content-type': `${markdown ? 'text/markdown' : 'application/json'}; charset=utf-8`,
			'cache-control': 'no-store',
			vary: 'Accept',
			...headers,
		},
	});
}

function asMarkdown(error: Failure & { request_id: string }): string {
	const lines = [`# ${error.message}`, '', `- Code: \`${error.code}\``];
	if (error.field) lines.push(`- Field: \`${error.field}\``);
	if (error.hint) lines.push(`- Hint: ${error.hint}`);
	return [...lines, `- Request: ${error.request_id}`, ''].join('\n');
}
