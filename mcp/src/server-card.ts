import { product, publishedPackages, registryOf } from '@feedback/contract';

/** Media type of a server card. */
export const serverCardType = 'application/mcp-server-card+json';

/** Path of a server's card: below the URL that clients connect to. */
export const serverCardPath = '/server-card';

/** Path of its description for the MCP registry. */
export const serverJsonPath = '/server.json';

/**
 * Describes the MCP server at a URL (SEP-2127) for clients that have not connected yet. Tools are not part
 * of it; a connected client lists them.
 *
 * @example
 * describeServerCard('https://feedback.example.com/functions/v1/mcp', { packagesUrl }).name; // 'com.example.feedback/feedback'
 */
export function describeServerCard(
	url: string,
	{ docsUrl, packagesUrl }: { docsUrl?: string | undefined; packagesUrl: string },
) {
	return {
		$schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
		...describeServer(url, docsUrl),
		_meta: {
			// In the words of the MCP registry's `server.json`.
			[`${reverseHost(url)}/packages`]: publishedPackages.map((identifier) => ({
				registryType: 'npm',
				registryBaseUrl: registryOf(packagesUrl),
				identifier,
				version: product.version,
			})),
		},
	};
}

/** The same for the MCP registry, which a host may publish: its `server.json`. */
export function describeServerJson(url: string, { docsUrl }: { docsUrl?: string | undefined }) {
	return {
		$schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
		...describeServer(url, docsUrl),
	};
}

function describeServer(url: string, docsUrl: string | undefined) {
	return {
		name: `${reverseHost(url)}/${product.name.toLowerCase()}`,
		version: product.version,
		title: product.name,
		description:
			'Write in-app prompts, and ask a person to publish them or to let you read responses.',
		...(docsUrl && { websiteUrl: docsUrl }),
		remotes: [{ type: 'streamable-http', url }],
	};
}

/** The MCP catalog of a host: the card of its only server. */
export function describeCatalog(url: string) {
	const { hostname } = new URL(url);
	return {
		specVersion: 'draft',
		entries: [
			{
				identifier: `urn:air:${hostname}:${product.name.toLowerCase()}`,
				displayName: product.name,
				type: serverCardType,
				url: `${url}${serverCardPath}`,
			},
		],
	};
}

/** `feedback.example.com` is `com.example.feedback`; a numeric address stays unchanged. */
function reverseHost(url: string): string {
	const { hostname } = new URL(url);
	const isAddress = /^[\d.]+$|^\[/.test(hostname);
	return isAddress
		? hostname.replace(/[^a-f\d.]+/g, '-').replace(/^-+|-+$/g, '')
		: hostname.split('.').toReversed().join('.');
}
