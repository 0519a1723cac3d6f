import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { MiddlewareHandler } from 'hono';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';
import { parseAccept } from 'hono/utils/accept';

type Encoding = 'br' | 'gzip';
type Encoded = { body: Uint8Array<ArrayBuffer>; encoding: Encoding | undefined };

const minBytes = 1_000;

/**
 * Compresses responses, and caches those with an entity tag by tag and encoding.
 *
 * `hono/compress` is not used: it compresses each response again, does not support Brotli, and sends other headers for
 * HEAD than for GET. The entity tag of text is weak in every encoding and in a 304, because the compressed bytes
 * differ.
 */
export function compress(): MiddlewareHandler {
	const cache = new Map<string, Promise<Encoded>>();
	return async (c, next) => {
		await next();
		const response = c.res;
		const { headers, status } = response;
		if (!COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('content-type') ?? '')) return;
		headers.append('vary', 'Accept-Encoding');
		const tag = headers.get('etag');
		if (tag) headers.set('etag', `W/${tag}`);
		if (status === 304) return;
		const encoding = selectEncoding(c.req.header('accept-encoding'));
		const { body, encoding: applied } = await cached(cache, tag && `${encoding} ${tag}`, () =>
			encode(response, encoding, tag ? 9 : 4),
		);
		if (applied) headers.set('content-encoding', applied);
		headers.set('content-length', String(body.length));
		// Setting a second response would copy the headers of the first one over those of the second.
		c.res = undefined;
		c.res = new Response(body, { status, headers });
	};
}

function selectEncoding(acceptEncoding: string | undefined): Encoding | undefined {
	const accepted = parseAccept(acceptEncoding?.slice(0, 500) ?? '')
		.filter(({ q }) => q > 0)
		.map(({ type }) => type.toLowerCase());
	if (accepted.includes('br')) return 'br';
	return accepted.includes('gzip') || accepted.includes('*') ? 'gzip' : undefined;
}

function cached(
	cache: Map<string, Promise<Encoded>>,
	key: string | null,
	compute: () => Promise<Encoded>,
): Promise<Encoded> {
	if (key === null) return compute();
	let entry = cache.get(key);
	if (!entry) {
		entry = compute();
		cache.set(key, entry);
		entry.catch(() => cache.delete(key));
	}
	return entry;
}

async function encode(
	response: Response,
	encoding: Encoding | undefined,
	brotliQuality: number,
): Promise<Encoded> {
	const plain = new Uint8Array(await response.arrayBuffer());
	if (!encoding || plain.length < minBytes) return { body: plain, encoding: undefined };
	const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
	const body =
		encoding === 'br'
			? await promisify(brotliCompress)(plain, { params })
			: await promisify(gzip)(plain);
	return { body, encoding };
}
