import { join } from 'node:path';

import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';

import { errorResponse } from '../gateway/error-response.ts';
import { type NodeEnv, createHttpServer } from '../gateway/http-server.ts';
import { listen } from '../gateway/listen.ts';
import { serveAdaptedPage } from './adapted-page.ts';

export type StaticFiles = {
	/** Folder of the built files. Compressed copies beside them, named `.br` or `.gz`, are sent where accepted. */
	folder: string;
	/** Response to `/config.json`: the addresses of the other parts. */
	config: unknown;
	/** Path prefix of files whose names change with their content, such as `/_app/immutable/`. */
	immutable: string;
	/** File served for pages without their own file, such as `200.html`; by default they return 404. */
	fallback?: string;
	/** URLs of other parts to which the content security policy of the fallback lets pages connect. */
	connects?: readonly string[];
	/** Responds to POST requests under `/api/`. */
	backend?: ((request: Request) => Promise<Response>) | undefined;
};

export type StaticSite = StaticFiles & { port: number };

// A policy in a page's own meta element cannot forbid framing.
const securityHeaders = {
	'content-security-policy': "frame-ancestors 'none'",
	'x-frame-options': 'DENY',
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'no-referrer',
	'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
	'cross-origin-opener-policy': 'same-origin',
};

/** Serves built files on loopback, compressed. */
export async function serveStaticSite(
	site: StaticSite,
): Promise<{ url: string; stop(): Promise<void> }> {
	const { port, stop } = await listen(createHttpServer(createStaticApp(site)), site.port);
	return { url: `http://127.0.0.1:${port}`, stop };
}

/** Serves built files on a server that is already running. */
export function answerStatic(
	files: StaticFiles,
): (request: Request) => Response | Promise<Response> {
	const app = createStaticApp(files);
	return (request) => app.fetch(request);
}

function createStaticApp({
	folder,
	config,
	immutable,
	fallback,
	connects,
	backend,
}: StaticFiles): Hono<NodeEnv> {
	const app = new Hono<NodeEnv>();
	app.use(compress());
	app.use(async (c, next) => {
		if (!isValidPath(c.req.url)) {
			return errorResponse('invalid_request', 'The path is not valid.');
		}
		for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value);
		return next();
	});
	app.get('/config.json', (c) => {
		c.header('cache-control', 'no-store');
		return c.json(config);
	});
	if (backend) app.post('/api/*', (c) => backend(c.req.raw));
	const files = {
		root: folder,
		precompressed: true,
		onFound(_: string, c: Context) {
			const isImmutable = c.req.path.startsWith(immutable);
			c.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
		},
	};
	const serveFallback =
		fallback &&
		(connects
			? serveAdaptedPage(join(folder, fallback), connects)
			: serveStatic({ ...files, path: fallback }));
	if (serveFallback) app.on('GET', ['/', `/${fallback}`], serveFallback);
	app.get('*', serveStatic(files));
	// Only paths without an extension: a request for a missing script must not return a page.
	const page = '/:page{(?:.*/)?[^./]*}';
	app.get(page, serveStatic({ ...files, rewriteRequestPath: (path) => `${path}.html` }));
	if (serveFallback) app.get(page, serveFallback);
	app.get('*', () => errorResponse('not_found', 'There is no such page.'));
	app.all('*', () => errorResponse('method_not_allowed', 'Only GET and HEAD.'));
	app.onError(() => errorResponse('internal', 'The file could not be read.'));
	return app;
}

/** False for a path that cannot name a file: with an invalid encoding or a NUL character, or like `//host/path`. */
function isValidPath(url: string): boolean {
	const { pathname } = new URL(url);
	try {
		return !pathname.startsWith('//') && !decodeURIComponent(pathname).includes('\0');
	} catch {
		return false;
	}
}
