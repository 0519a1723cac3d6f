import type { Manifest } from './manifest.ts';

/** Content of a built file. */
export type AssetBody = Uint8Array<ArrayBuffer> | ReadableStream;

/** One form of a resource: its file and its headers. */
export type Representation = { file: string; headers: Record<string, string> };

const revalidate = 'public, max-age=0, must-revalidate';
const forever = 'public, max-age=31536000, immutable';

/** The representation of a path, as HTML or Markdown. */
export function findRepresentation(
	manifest: Manifest,
	base: string,
	path: string,
	markdown: boolean,
): Representation | undefined {
	const page = path.replace(/index\.md$/, '');
	if (path.endsWith('/') || page !== path) {
		const entry = Object.hasOwn(manifest.pages, page) ? manifest.pages[page] : undefined;
		if (!entry) return undefined;
		return page !== path || markdown
			? markdownForm(entry.markdown, base, page, page === path)
			: htmlForm(entry.hash, manifest, base, page);
	}
	const entry = Object.hasOwn(manifest.files, path) ? manifest.files[path] : undefined;
	if (!entry || path === '/404.html') return undefined;
	return {
		file: path,
		headers: {
			'content-type': entry.type,
			etag: `"${entry.hash}"`,
			'cache-control': path.startsWith('/_astro/') ? forever : revalidate,
		},
	};
}

function markdownForm(
	{ hash, tokens }: { hash: string; tokens: number },
	base: string,
	page: string,
	negotiated: boolean,
): Representation {
	return {
		file: `${page}index.md`,
		headers: {
			'content-type': 'text/markdown; charset=utf-8',
			etag: `"${hash}-md"`,
			vary: 'Accept',
			'x-markdown-tokens': String(tokens),
			link: `<${base}${page}>; rel="canonical", <${base}/llms.txt>; rel="describedby"; type="text/plain"`,
			'cache-control': revalidate,
			...(negotiated && { 'content-location': `${page}index.md` }),
		},
	};
}

function htmlForm(hash: string, { policy }: Manifest, base: string, page: string): Representation {
	return {
		file: `${page}index.html`,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			etag: `"${hash}"`,
			vary: 'Accept',
			'content-security-policy': policy,
			link: `<${base}${page}index.md>; rel="alternate"; type="text/markdown", <${base}/llms.txt>; rel="describedby"; type="text/plain"`,
			'cache-control': revalidate,
		},
	};
}

/**
 * Responds with a representation, or with 304 when the client has a current copy; `undefined` when its file does not
 * exist.
 *
 * `hono/etag` is not used: it reads the file first, and hashes responses that have no entity tag.
 */
export async function sendRepresentation(
	request: Request,
	{ file, headers }: Representation,
	asset: (path: string) => Promise<AssetBody | undefined>,
): Promise<Response | undefined> {
	if (isFresh(request.headers.get('if-none-match'), headers['etag']!)) {
		return new Response(null, { status: 304, headers });
	}
	const body = await asset(file);
	return body && new Response(body, { headers });
}

/** Compares weakly, as RFC 9110 §13.1.2 requires for If-None-Match. */
function isFresh(condition: string | null, etag: string): boolean {
	if (condition === null) return false;
	if (condition.trim() === '*') return true;
	return condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
