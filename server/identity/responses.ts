/** A refusal in better-auth's shape. */
export function refuse(status: number, code: string, message: string): Response {
	const headers = { 'cache-control': 'no-store', ...(status === 503 && { 'retry-after': '2' }) };
	return Response.json({ code, message }, { status, headers });
}

/** The same response, cookies included, with an empty object. */
export function withoutBody(response: Response): Response {
	const headers = new Headers(response.headers);
	headers.delete('content-length');
	return new Response('{}', { status: response.status, headers });
}

/** The same response, for a page of this origin with its cookies. */
export function withCors(response: Response, origin: string): Response {
	const headers = new Headers(response.headers);
	headers.set('access-control-allow-origin', origin);
	headers.set('access-control-allow-credentials', 'true');
	headers.set('access-control-allow-methods', 'GET, POST');
	headers.set('access-control-allow-headers', 'content-type');
	headers.set('access-control-expose-headers', 'x-retry-after');
	headers.set('access-control-max-age', '600');
	headers.append('vary', 'origin');
	return new Response(response.body, { status: response.status, headers });
}
