import type { Search } from '../search/mod.ts';
import { wantsMarkdown } from './accept.ts';
import { failure } from './failure.ts';
import type { Manifest } from './manifest.ts';
import { answerNotFound } from './not-found.ts';
import { findRedirect } from './redirect.ts';
import { representationOf, send } from './representation.ts';
import { answerSearch } from './search-route.ts';

export type DocsOptions = {
	/** Origin the docs are served from, without a slash at the end. */
	base: string;
	manifest: Manifest;
	/** Body of a built file by its path; `undefined` when it is not there. */
	asset: (path: string) => Promise<Response | undefined>;
	/** Opens the search; asked for with the first search only. */
	search: () => Promise<Search>;
};

/**
 * The whole documentation as one handler, for any server that speaks `Request` and `Response`.
 *
 * @example
 * const handle = createDocs({ base, manifest, asset, search });
 * const page = await handle(new Request(`${base}/sdk/methods/index.md`));
 */
export function createDocs(options: DocsOptions): (request: Request) => Promise<Response> {
	return async (request) => {
		const response = await answer(request, options).catch(() =>
			failure(request, { code: 'internal' }),
		);
		for (const [name, value] of Object.entries(everywhere)) response.headers.set(name, value);
		return request.method === 'HEAD' ? new Response(null, response) : response;
	};
}

const methods = 'GET, HEAD, OPTIONS';
const everywhere = {
	'access-control-allow-origin': '*',
	'access-control-expose-headers': 'x-markdown-tokens, etag, link, content-location',
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'strict-origin-when-cross-origin',
};

async function answer(request: Request, options: DocsOptions): Promise<Response> {
	const { base, manifest, asset, search } = options;
	if (request.method === 'OPTIONS') {
		const headers = { allow: methods, 'access-control-allow-methods': methods };
		return new Response(null, { status: 204, headers });
	}
	if (request.method !== 'GET' && request.method !== 'HEAD') {
		return failure(request, { code: 'method_not_allowed' }, { allow: methods });
	}
	const { pathname, search: query } = new URL(request.url);
	if (pathname === '/search' || pathname === '/search/') return answerSearch(request, options);
	const markdown = wantsMarkdown(request.headers.get('accept'));
	const target = findRedirect(manifest, pathname, markdown);
	if (target) {
		const headers = { location: target + query, vary: 'Accept', 'cache-control': 'no-cache' };
		return new Response(null, { status: 308, headers });
	}
	const found = representationOf(manifest, base, pathname, markdown);
	const sent = found && (await send(request, found, asset));
	if (sent) return sent;
	const page = () => asset('/404.html');
	return answerNotFound(request, pathname, { base, search, page, policy: manifest.policy });
}
