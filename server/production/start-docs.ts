import { join } from 'node:path';

import { layout } from '#layout';
import { listenInThread } from '@feedback/site/server-thread';
import type { Config } from '../config/config-schema.ts';
import { packagesFolder } from '../stack/keep-packages.ts';
import type { ServiceBase } from '../stack/start-service.ts';

/** File of the data folder that counts the searches of the documentation. */
export const docsSearchesFile = 'docs-searches.json';

/** Serves the documentation on loopback, in a thread, for the gateway and the MCP server, if it has a URL. */
export async function startDocsPart(
	{ docs_url: base, public_url: publicUrl }: Config,
	{ data, gateway: { upstreams }, log }: ServiceBase,
	cleanup: AsyncDisposableStack,
): Promise<{ url: string } | undefined> {
	if (base === undefined) return undefined;
	const packages = [join(data, packagesFolder)];
	const docs = await listenInThread(
		layout.docsThread,
		{
			folder: layout.docs,
			port: 0,
			base,
			packages,
			apiUrl: `${publicUrl}/functions/v1`,
			searches: join(data, docsSearchesFile),
		},
		log,
	);
	cleanup.defer(() => docs.stop());
	upstreams.docsPort = Number(new URL(docs.url).port);
	return docs;
}
