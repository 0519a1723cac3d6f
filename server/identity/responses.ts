/** A refusal in better-auth's shape. */
export function refuse(status: number, code: string, message: string): Response {
	const headers: Record<string, string> = status === 503 ? { 'retry-after': '2' } : {};
	return Response.json({ code, message }, { status, headers });
}

/** The refusal of a request above a rate limit, with the seconds to wait. */
export function refuseRate(limited: Response): Response {
	const response = refuse(429, 'rate_limited', 'Too many attempts. Wait a minute, then try again.');
	response.headers.set('retry-after', limited.headers.get('retry-after') ?? '60');
	return response;
}

/** The same response, cookies included, with an empty object. */
export function withoutBody(response: Response): Response {
	const headers = new Headers(response.headers);
	headers.delete('content-length');
	return new Response('{}', { status: response.status, headers });
}

/** The same response, with a further cookie. */
export function withCookie(response: Response, cookie: string): Response {
	const headers = new Headers(response.headers);
	headers.append('set-cookie', cookie);
	return new Response(response.body, { status: response.status, headers });
}

/** The same response, not to be cached, and readable with cookies by a page of the given origin. */
export function withHeaders(response: Response, origin: string | undefined): Response {
	const headers = new Headers(response.headers);
	headers.set('cache-control', 'no-store');
	headers.append('vary', 'origin');
	if (origin !== undefined) {
		headers.set('access-control-allow-origin', origin);
		headers.set('access-control-allow-credentials', 'true');
		headers.set('access-control-allow-methods', 'GET, POST');
		headers.set('access-control-allow-headers', 'content-type');
		headers.set('access-control-expose-headers', 'retry-after');
		headers.set('access-control-max-age', '600');
	}
	return new Response(response.body, { status: response.status, headers });
}
