import type { IncomingMessage, ServerResponse } from 'node:http';

/** The path of a request as it was sent; `undefined` for a form that is none, such as `//host/path` or `*`. */
export function pathOf(request: IncomingMessage): string | undefined {
	return /^\/(?!\/)[^?#]*/.exec(request.url ?? '')?.[0];
}

/** The whole body, or `'too large'` as soon as it is. */
export async function readBody(
	request: IncomingMessage,
	limit: number,
): Promise<Buffer<ArrayBuffer> | 'too large'> {
	if (Number(request.headers['content-length'] ?? 0) > limit) return 'too large';
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > limit) return 'too large';
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** A Node request as a web one. Throws a `TypeError` when its address or method is none. */
export function toRequest(request: IncomingMessage, body: Buffer<ArrayBuffer>): Request {
	const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
	const headers = new Headers();
	for (let i = 0; i < request.rawHeaders.length; i += 2) {
		headers.append(request.rawHeaders[i] ?? '', request.rawHeaders[i + 1] ?? '');
	}
	const method = request.method ?? 'GET';
	const bodyless = method === 'GET' || method === 'HEAD';
	return new Request(url, { method, headers, ...(bodyless ? {} : { body }) });
}

export async function writeResponse(from: Response, to: ServerResponse): Promise<void> {
	for (const [name, value] of from.headers) if (name !== 'set-cookie') to.setHeader(name, value);
	const cookies = from.headers.getSetCookie();
	if (cookies.length > 0) to.setHeader('set-cookie', cookies);
	to.writeHead(from.status);
	to.end(Buffer.from(await from.arrayBuffer()));
}
