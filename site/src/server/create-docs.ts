import { type ReadFile, createRegistry } from '@feedback/release/registry';
import { registryPath } from '@feedback/contract';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';

import type { Search } from '../search/mod.ts';
import { wantsMarkdown } from './accept.ts';
import { failure } from './failure.ts';
import type { Manifest } from './manifest.ts';
import { answerNotFound } from './not-found.ts';
import { findRedirect } from './redirect.ts';
import { type AssetBody, findRepresentation, sendRepresentation } from './representation.ts';
import { answerSearch, endSearch } from './search-route.ts';
import type { CountSearch } from './searches/stored-counts.ts';

export type DocsOptions = {
	/** Origin of the docs, without a slash at the end. */
	base: string;
	manifest: Manifest;
	/** Content of a built file by its path; `undefined` when it does not exist. */
	asset: (path: string) => Promise<AssetBody | undefined>;
	/** Opens the search index; called by the first search. */
	search: () => Promise<Search>;
	/** Files of the registry of the packages that match this documentation. */
	packages?: ReadFile | undefined;
	/** URL of the functions of the service that this documentation belongs to. */
	apiUrl?: string | undefined;
	/** Counts how searches end; without it, nothing is counted. */
	countSearch?: CountSearch | undefined;
};

const methods = ['GET', 'HEAD', 'OPTIONS'];

/** Bytes of a report about a search. */
const maxEnd = 4_096;

/**
 * The whole documentation as one application, for Node and for Workers.
 *
 * @example
 * const docs = createDocs({ base, manifest, asset, search });
 * const page = await docs.fetch(new Request(`${base}/sdk/methods/index.md`));
 */
export function createDocs(options: DocsOptions): Hono {
	const app = new Hono({ strict: false });
	app.use(async (c, next) => {
		await next();
		c.header('x-content-type-options', 'nosniff');
		c.header('referrer-policy', 'strict-origin-when-cross-origin');
	});
	app.use(
		cors({
			origin: '*',
			allowMethods: methods,
			exposeHeaders: ['x-markdown-tokens', 'etag', 'link', 'content-location'],
		}),
	);
	const registry = options.packages && createRegistry(options.packages);
	if (registry) {
		app.all(`${registryPath}*`, (c) => registry(c.req.raw, options.base));
	}
	app.get('/search', (c) => answerSearch(c.req.raw, options));
	const onError = (c: Context) => failure(c.req.raw, { code: 'body_too_large' });
	app.post('/search/end', bodyLimit({ maxSize: maxEnd, onError }), (c) =>
		endSearch(c.req.raw, options),
	);
	if (options.apiUrl !== undefined) {
		app.get('/instance.json', (c) => c.json({ api_url: options.apiUrl }));
	}
	app.get('*', (c) => answerPath(c.req.raw, options));
	app.all('*', (c) =>
		failure(c.req.raw, { code: 'method_not_allowed' }, { allow: methods.join(', ') }),
	);
	app.onError((_, c) => failure(c.req.raw, { code: 'internal' }));
	return app;
}

async function answerPath(request: Request, options: DocsOptions): Promise<Response> {
	const { base, manifest, asset, search } = options;
	const { pathname, search: query } = new URL(request.url);
	const markdown = wantsMarkdown(request.headers.get('accept'));
	const target = findRedirect(manifest, pathname, markdown);
	if (target) {
		const headers = { location: target + query, vary: 'Accept', 'cache-control': 'no-cache' };
		return new Response(null, { status: 308, headers });
	}
	const found = findRepresentation(manifest, base, pathname, markdown);
	const response = found && (await sendRepresentation(request, found, asset));
	if (response) return response;
	const page = () => asset('/404.html');
	return answerNotFound(request, pathname, { base, search, page, policy: manifest.policy });
}
