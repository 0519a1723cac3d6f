import { join } from 'node:path';

import { layout } from '#layout';
import type { Config } from '../config/config-schema.ts';
import { startDocsThread } from '../docs/start-docs-thread.ts';
import { packagesFolder } from '../stack/keep-packages.ts';
import type { ServiceBase } from '../stack/start-service.ts';

/** File of the data folder that counts the searches of the documentation. */
export const docsSearchesFile = 'docs-searches.json';

/** Serves the documentation on loopback, in a thread, for the gateway and the MCP server, if it has a URL. */
export async function startDocsPart(
	{ docs_url: base, public_url: publicUrl }: Config,
	{ data, gateway: { upstreams }, threads, threadSettings, cleanup }: ServiceBase,
): Promise<{ url: string } | undefined> {
	if (base === undefined) return undefined;
	const docs = await startDocsThread(
		{
			folder: layout.docs,
			base,
			packages: [join(data, packagesFolder)],
			apiUrl: `${publicUrl}/functions/v1`,
			searches: join(data, docsSearchesFile),
		},
		threadSettings,
	);
	cleanup.defer(() => docs.stop());
	threads['documentation'] = docs;
	upstreams.docsPort = docs.port;
	return { url: `http://127.0.0.1:${docs.port}` };
}
