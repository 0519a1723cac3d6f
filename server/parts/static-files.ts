import { createReadStream, statSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

import compression from 'compression';

import { listen } from '../gateway/listen.ts';
import { pathOf } from '../gateway/messages.ts';
import { refuse } from '../gateway/refusal.ts';

export type StaticSite = {
	/** Folder of the built files. */
	folder: string;
	port: number;
	/** What `/config.json` answers: where the other parts are. */
	config: unknown;
	/** Paths whose names change with their content, such as `/_app/immutable/`. */
	immutable: string;
	/** File for pages that have none of their own, such as `200.html`; without it they answer 404. */
	fallback?: string;
};

const types: Record<string, string> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.json': 'application/json',
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.ico': 'image/x-icon',
	'.webp': 'image/webp',
	'.woff2': 'font/woff2',
	'.txt': 'text/plain; charset=utf-8',
	'.webmanifest': 'application/manifest+json',
};

// A policy in a page's own meta element cannot forbid framing.
const guards = {
	'content-security-policy': "frame-ancestors 'none'",
	'x-frame-options': 'DENY',
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'no-referrer',
	'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
	'cross-origin-opener-policy': 'same-origin',
};

/** Serves built files on loopback, compressed as any host of static files would. */
export async function serveStatic(
	site: StaticSite,
): Promise<{ url: string; stop(): Promise<void> }> {
	const compress = compression() as unknown as (
		request: IncomingMessage,
		response: ServerResponse,
		next: () => void,
	) => void;
	const server = createServer((request, response) =>
		compress(request, response, () => answer(site, request, response)),
	);
	const { port, stop } = await listen(server, site.port);
	return { url: `http://127.0.0.1:${port}`, stop };
}

function answer(site: StaticSite, request: IncomingMessage, response: ServerResponse): void {
	if (request.method !== 'GET' && request.method !== 'HEAD') {
		return refuse(response, 405, 'method_not_allowed', 'Only GET and HEAD.');
	}
	const path = readPath(request);
	if (path === undefined) return refuse(response, 400, 'invalid_request', 'The path is not valid.');
	if (path === '/config.json') {
		response.writeHead(200, {
			...guards,
			'content-type': 'application/json',
			'cache-control': 'no-store',
		});
		response.end(JSON.stringify(site.config));
		return;
	}
	const file = find(site, path);
	if (!file) return refuse(response, 404, 'not_found', 'There is no such page.');
	response.writeHead(200, {
		...guards,
		'content-type': types[extname(file.path)] ?? 'application/octet-stream',
		'content-length': file.size,
		'cache-control': path.startsWith(site.immutable)
			? 'public, max-age=31536000, immutable'
			: 'no-cache',
	});
	if (request.method === 'HEAD') response.end();
	else
		createReadStream(file.path)
			.once('error', () => response.destroy())
			.pipe(response);
}

function readPath(request: IncomingMessage): string | undefined {
	try {
		const path = decodeURIComponent(pathOf(request) ?? '%');
		return path.includes('\0') ? undefined : path;
	} catch {
		return undefined;
	}
}

function find(site: StaticSite, path: string): { path: string; size: number } | undefined {
	const asked = normalize(join(site.folder, path));
	if (asked !== site.folder && !asked.startsWith(site.folder + sep)) return undefined;
	const page = extname(path) === '' ? [`${asked}.html`, join(asked, 'index.html')] : [];
	// A missing script must not be answered with a page.
	const fallback = site.fallback && extname(path) === '' ? [join(site.folder, site.fallback)] : [];
	for (const candidate of [asked, ...page, ...fallback]) {
		const size = fileSize(candidate);
		if (size !== undefined) return { path: candidate, size };
	}
	return undefined;
}

function fileSize(path: string): number | undefined {
	const stats = statSync(path, { throwIfNoEntry: false });
	return stats?.isFile() ? stats.size : undefined;
}
