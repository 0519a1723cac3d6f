/** Resources for which a token may be issued: the management API or the MCP server. */
export const resourceNames = ['manage', 'mcp'] as const;
export type ResourceName = (typeof resourceNames)[number];

/** A resource, under the address that the client has for it: some write a slash at the end. */
export type ResourceAddress = ResourceName | `${ResourceName}/`;

/**
 * The resource under the address of a request to it or to its metadata. Clients compare the address in the metadata
 * with their own, character by character.
 */
export function addressResource(
	name: ResourceName,
	{ url }: Pick<Request, 'url'>,
): ResourceAddress {
	return new URL(url).pathname.endsWith('/') ? `${name}/` : name;
}

/** The one scope that every connection has; its actions are approved one by one. */
export const connectScope = 'connect';

/** Metadata of a protected resource (RFC 9728). */
export function describeResource(apiUrl: string, name: ResourceAddress) {
	return {
		resource: `${apiUrl}/${name}`,
		authorization_servers: [`${apiUrl}/oauth`],
		bearer_methods_supported: ['header'],
		scopes_supported: [connectScope],
		resource_name: name.startsWith('mcp') ? 'Feedback for agents' : 'Feedback management API',
	};
}

/** URL of that metadata, independent of the path that the host gives the functions. */
export function resourceMetadataUrl(apiUrl: string, name: ResourceAddress): string {
	return `${apiUrl}/oauth/.well-known/oauth-protected-resource/${name}`;
}

/**
 * Value of `WWW-Authenticate` for a 401: where a client learns how to sign in.
 *
 * @param refused whether the call had a token that is not valid.
 */
export function challengeBearer(apiUrl: string, name: ResourceAddress, refused: boolean): string {
	return [
		...(refused ? ['error="invalid_token"'] : []),
		`scope="${connectScope}"`,
		`resource_metadata="${resourceMetadataUrl(apiUrl, name)}"`,
	]
		.join(', ')
		.replace(/^/, 'Bearer ');
}
