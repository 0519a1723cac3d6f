import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import type { Context } from 'hono';

import { allowOrigins } from './connect-policy.ts';

const encodings = { br: brotliCompressSync, gzip: gzipSync };

/**
 * Answers with a page whose policy allows connections to these URLs. The page is adapted and compressed once, and again
 * when the file changes.
 */
export function serveAdaptedPage(path: string, urls: readonly string[]): (c: Context) => Response {
	let adapted: { changedAt: number; bodies: Map<string, Uint8Array<ArrayBuffer>> } | undefined;
	const read = () => {
		const changedAt = statSync(path).mtimeMs;
		if (adapted?.changedAt === changedAt) return adapted.bodies;
		const plain = Buffer.from(allowOrigins(readFileSync(path, 'utf8'), urls));
		const bodies = new Map([['', Uint8Array.from(plain)]]);
		for (const [encoding, compress] of Object.entries(encodings)) {
			bodies.set(encoding, Uint8Array.from(compress(plain)));
		}
		adapted = { changedAt, bodies };
		return bodies;
	};
	return (c) => {
		const accepted = c.req.header('accept-encoding')?.split(/\s*,\s*/) ?? [];
		const encoding = Object.keys(encodings).find((name) => accepted.includes(name)) ?? '';
		c.header('content-type', 'text/html; charset=utf-8');
		c.header('cache-control', 'no-cache');
		c.header('vary', 'accept-encoding');
		if (encoding !== '') c.header('content-encoding', encoding);
		return c.body(read().get(encoding)!);
	};
}
