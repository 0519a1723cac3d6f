import { createServer, type Server } from 'node:http';

import { readFolder } from '@feedback/release/folder';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Hono } from 'hono';

import { openBuiltSite } from './built-site.ts';
import { compress } from './compress.ts';
import { createDocs } from './create-docs.ts';
import { openCounts } from './searches/stored-counts.ts';

export type NodeDocs = {
	/** URL at which the server listens, such as `http://127.0.0.1:4321`. */
	url: string;
	stop: () => Promise<void>;
};

/**
 * Serves a built site with Node's HTTP server.
 *
 * @param options.folder the built site
 * @param options.port 0 for any free port
 * @param options.base origin in pages and responses; by default the address it listens on
 * @param options.packages folders with the registry's files; none by default
 * @param options.apiUrl URL of the functions of the service, for the reader's own code and the MCP server's address; by
 *   default that of the local stack
 * @param options.searches file in which searches are counted; by default they are not
 * @throws when the port is taken (`EADDRINUSE`) or there is no built site
 */
export async function listen(options: {
	folder: string;
	port: number;
	host?: string;
	base?: string | undefined;
	packages?: readonly string[];
	apiUrl?: string;
	searches?: string;
}): Promise<NodeDocs> {
	const { folder, port, host = '127.0.0.1' } = options;
	let app: Hono;
	const listener = getRequestListener((request) => app.fetch(request), {
		// HTTP/1.0 requests may lack a Host header.
		hostname: host,
		// The gateway of `npm start` has its own copy of this package in the same process, and its requests.
		overrideGlobalObjects: false,
		errorHandler: (error) =>
			error instanceof RequestError
				? new Response('The address or the method is not valid.\n', { status: 400 })
				: new Response('The server failed.\n', { status: 500 }),
	});
	const server = createServer(
		{ maxHeaderSize: 16_384 },
		(incoming, outgoing) => void listener(incoming, outgoing),
	);
	server.requestTimeout = 10_000;
	// Longer than clients and proxies keep idle connections, so that none sends a request on a connection that just
	// closed.
	server.keepAliveTimeout = 75_000;
	const url = await bind(server, port, host);
	try {
		app = await openApp(folder, options.base ?? url, options);
	} catch (error) {
		await close(server);
		throw error;
	}
	return { url, stop: () => close(server) };
}

type Instance = { packages?: readonly string[]; apiUrl?: string; searches?: string };

async function openApp(
	folder: string,
	base: string,
	{ packages, apiUrl, searches }: Instance,
): Promise<Hono> {
	const { manifest, read, search } = await openBuiltSite(folder, base, apiUrl && `${apiUrl}/mcp`);
	const docs = createDocs({
		base,
		manifest,
		search,
		asset: read,
		packages: packages && readFolder(...packages),
		apiUrl,
		countSearch: searches === undefined ? undefined : openCounts(searches),
	});
	return new Hono().use(compress()).route('/', docs);
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
