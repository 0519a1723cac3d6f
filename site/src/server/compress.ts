import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /^(text\/|application\/(json|xml|wasm)|image\/svg)/;
const worthwhile = 1_000;

/** Compressed bodies by entity tag and encoding, because the same few files are asked for again and again. */
export type CompressionCache = Map<string, Promise<Uint8Array>>;

/**
 * The answer in the best encoding its reader takes. Compressed forms are other sequences of bytes, so the
 * entity tag of what can be compressed is a weak one, in every encoding and on 304 too.
 */
export async function compress(
	request: Request,
	response: Response,
	cache: CompressionCache,
): Promise<Response> {
	const type = response.headers.get('content-type') ?? '';
	if (!compressible.test(type)) return response;
	const headers = new Headers(response.headers);
	headers.append('vary', 'Accept-Encoding');
	const tag = headers.get('etag');
	if (tag) headers.set('etag', `W/${tag}`);
	if (response.body === null) return new Response(null, { status: response.status, headers });
	const plain = new Uint8Array(await response.arrayBuffer());
	const encoding = plain.length < worthwhile ? undefined : pick(request.headers);
	const body = encoding ? await encode(plain, encoding, tag, cache) : plain;
	if (encoding) headers.set('content-encoding', encoding);
	headers.set('content-length', String(body.length));
	return new Response(body as Uint8Array<ArrayBuffer>, { status: response.status, headers });
}

type Encoding = 'br' | 'gzip';

function pick(headers: Headers): Encoding | undefined {
	const taken = (headers.get('accept-encoding') ?? '')
		.slice(0, 500)
		.toLowerCase()
		.split(',')
		.filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
		.map((part) => part.split(';')[0]!.trim());
	if (taken.includes('br')) return 'br';
	return taken.includes('gzip') || taken.includes('*') ? 'gzip' : undefined;
}

function encode(
	bytes: Uint8Array,
	encoding: Encoding,
	tag: string | null,
	cache: CompressionCache,
): Promise<Uint8Array> {
	const key = tag && `${encoding} ${tag}`;
	const known = key ? cache.get(key) : undefined;
	if (known) return known;
	const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: tag ? 9 : 4 } };
	const made =
		encoding === 'br' ? promisify(brotliCompress)(bytes, quality) : promisify(gzip)(bytes);
	if (key) cache.set(key, made);
	return made;
}
