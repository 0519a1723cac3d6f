/** Resources for which a token may be issued: the management API or the MCP server. */
export const resourceNames = ['manage', 'mcp'] as const;
export type ResourceName = (typeof resourceNames)[number];

/** The one scope that every connection has; its actions are approved one by one. */
export const connectScope = 'connect';

/**
 * Metadata of a protected resource (RFC 9728), for a client at the given address. Strict clients compare the resource
 * with the address that they call, so a slash at its end is kept.
 */
export function describeResource(apiUrl: string, name: ResourceName, address: string) {
	return {
		resource: `${apiUrl}/${name}${endsInSlash(address)}`,
		authorization_servers: [`${apiUrl}/oauth`],
		bearer_methods_supported: ['header'],
		scopes_supported: [connectScope],
		resource_name: name === 'mcp' ? 'Feedback for agents' : 'Feedback management API',
	};
}

/** URL of that metadata, independent of the path that the host gives the functions. */
function resourceMetadataUrl(apiUrl: string, name: ResourceName, address: string): string {
	return `${apiUrl}/oauth/.well-known/oauth-protected-resource/${name}${endsInSlash(address)}`;
}

/** The slash at the end of an address, if it has one. */
function endsInSlash(address: string): '/' | '' {
	return new URL(address).pathname.endsWith('/') ? '/' : '';
}

/**
 * Value of `WWW-Authenticate` for a 401: where a client learns how to sign in.
 *
 * @param address the address that was called.
 * @param refused whether the call had a token that is not valid.
 */
export function challengeBearer(
	apiUrl: string,
	name: ResourceName,
	address: string,
	refused: boolean,
): string {
	return [
		...(refused ? ['error="invalid_token"'] : []),
		`scope="${connectScope}"`,
		`resource_metadata="${resourceMetadataUrl(apiUrl, name, address)}"`,
	]
		.join(', ')
		.replace(/^/, 'Bearer ');
}
