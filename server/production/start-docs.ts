import { layout } from '#layout';
import { listen } from '@feedback/site/server';
import type { Config } from '../config/config-schema.ts';
import type { Upstreams } from '../gateway/upstreams.ts';

/** Serves the documentation on loopback, for the gateway and the MCP server, if it has a URL. */
export async function startDocsPart(
	{ docs_url: base }: Config,
	upstreams: Upstreams,
	cleanup: AsyncDisposableStack,
): Promise<{ url: string } | undefined> {
	if (base === undefined) return undefined;
	const docs = await listen({ folder: layout.docs, port: 0, base });
	cleanup.defer(() => docs.stop());
	upstreams.docsPort = Number(new URL(docs.url).port);
	return docs;
}
