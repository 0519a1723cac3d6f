import { fileURLToPath } from 'node:url';

import { docsAddress } from './src/address.ts';
import { packagesFolder } from './src/publish/add-packages.ts';
import { buildDocsIfStale } from './src/publish/build-docs.ts';
import { listen, type NodeDocs } from './src/server/node.ts';

/**
 * Serves the documentation on Node; builds it first when `site/dist` is missing or older than its sources.
 *
 * @param options.port 4321 by default, 0 for any free port
 * @param options.base origin in pages and responses; by default `FEEDBACK_DOCS_URL`, then the address
 *   it listens on
 * @throws when the port is taken (`EADDRINUSE`) or the build fails
 * @example
 * const docs = await startDocs({ port: 4321 });
 * console.log(docs.url); // http://127.0.0.1:4321
 * await docs.stop();
 */
export async function startDocs(
	options: {
		port?: number;
		host?: string;
		base?: string | undefined;
		/** Called before a build, which takes some seconds. */
		onBuild?: () => void;
	} = {},
): Promise<NodeDocs> {
	const { port = 4321, host = '127.0.0.1', base = process.env['FEEDBACK_DOCS_URL'] } = options;
	const { folder } = await buildDocsIfStale(options.onBuild);
	return listen({
		folder,
		port,
		host,
		base: base ? docsAddress(base) : undefined,
		packages: [packagesFolder],
	});
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const port = Number(process.env['FEEDBACK_DOCS_PORT'] ?? 4321);
	const docs = await startDocs({
		port,
		onBuild: () => console.log('Building the documentation …'),
	});
	console.log(`The documentation is at ${docs.url}`);
}
