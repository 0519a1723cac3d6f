import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import type { Context } from 'hono';

import { allowOrigins } from './connect-policy.ts';

type Body = Uint8Array<ArrayBuffer>;
const encodings = { br: brotliCompressSync, gzip: gzipSync };
type Encoding = keyof typeof encodings;

/**
 * Answers with a page whose policy allows connections to these URLs. The page is adapted once, and compressed once for
 * each encoding that is asked for; again when the file changes.
 */
export function serveAdaptedPage(path: string, urls: readonly string[]): (c: Context) => Response {
	let adapted: { changedAt: number; plain: Body; compressed: Map<Encoding, Body> } | undefined;
	const read = (encoding: Encoding | undefined): Body => {
		const changedAt = statSync(path).mtimeMs;
		if (adapted?.changedAt !== changedAt) {
			const text = allowOrigins(readFileSync(path, 'utf8'), urls);
			adapted = { changedAt, plain: new TextEncoder().encode(text), compressed: new Map() };
		}
		const { plain, compressed } = adapted;
		if (encoding === undefined) return plain;
		const body = compressed.get(encoding) ?? Uint8Array.from(encodings[encoding](plain));
		compressed.set(encoding, body);
		return body;
	};
	return (c) => {
		const accepted = c.req.header('accept-encoding')?.split(/\s*,\s*/) ?? [];
		const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
		c.header('content-type', 'text/html; charset=utf-8');
		c.header('cache-control', 'no-cache');
		c.header('vary', 'accept-encoding');
		if (encoding !== undefined) c.header('content-encoding', encoding);
		return c.body(read(encoding));
	};
}
