import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { compress, type CompressionCache } from './compress.ts';
import { createDocs } from './create-docs.ts';
import { openBuiltSite } from './built-site.ts';

export type NodeDocs = {
	/** Where it listens, such as `http://127.0.0.1:4321`. */
	url: string;
	stop: () => Promise<void>;
};

/**
 * Serves a built site with Node's own HTTP server.
 *
 * @param options.folder the built site
 * @param options.port 0 for any free port
 * @param options.base origin that pages and answers name; by default the address it listens on
 * @throws when the port is taken (`EADDRINUSE`) or there is no built site
 */
export async function listen(options: {
	folder: string;
	port: number;
	host?: string;
	base?: string | undefined;
}): Promise<NodeDocs> {
	const { folder, port, host = '127.0.0.1' } = options;
	let handle: (request: Request) => Promise<Response>;
	const server = createServer({ maxHeaderSize: 16_384 }, (incoming, outgoing) => {
		void respond(incoming, outgoing, (request) => handle(request));
	});
	server.requestTimeout = 10_000;
	// Longer than clients and proxies keep idle connections; else they write into one that just closed.
	server.keepAliveTimeout = 75_000;
	const url = await bind(server, port, host);
	try {
		handle = await openHandler(folder, options.base ?? url);
	} catch (error) {
		await close(server);
		throw error;
	}
	return { url, stop: () => close(server) };
}

async function openHandler(folder: string, base: string) {
	const site = await openBuiltSite(folder, base);
	const cache: CompressionCache = new Map();
	const handle = createDocs({
		base,
		manifest: site.manifest,
		search: site.search,
		asset: async (path) => {
			const bytes = await site.read(path);
			return bytes && new Response(bytes as Uint8Array<ArrayBuffer>);
		},
	});
	return async (request: Request) => {
		// A HEAD is answered from the same bytes as a GET, so that both have the same headers.
		const asGet = request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request;
		return compress(request, await handle(asGet), cache);
	};
}

function bind(server: Server, port: number, host: string): Promise<string> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			const address = server.address();
			const bound = typeof address === 'object' && address ? address.port : port;
			resolve(`http://${host}:${bound}`);
		});
	});
}

function close(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}

async function respond(
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	handle: (request: Request) => Promise<Response>,
): Promise<void> {
	const request = toRequest(incoming);
	if (!request) {
		outgoing.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
		outgoing.end('The address or the method is not valid.\n');
		return;
	}
	const response = await handle(request);
	outgoing.writeHead(response.status, Object.fromEntries(response.headers));
	const body =
		incoming.method === 'HEAD' ? undefined : new Uint8Array(await response.arrayBuffer());
	outgoing.end(body);
	// What a reader sends with a request is never read; do not wait for it.
	incoming.resume();
}

function toRequest(incoming: IncomingMessage): Request | undefined {
	try {
		const path = incoming.url?.startsWith('/') ? incoming.url : '/';
		const headers = new Headers();
		for (const name of ['accept', 'accept-encoding', 'if-none-match']) {
			const value = incoming.headers[name];
			if (value !== undefined) headers.set(name, String(value));
		}
		return new Request(new URL(`http://localhost${path}`), {
			method: incoming.method ?? 'GET',
			headers,
		});
	} catch {
		return undefined;
	}
}
