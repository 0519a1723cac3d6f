import { resourceNames } from '../_shared/http/protected-resource.ts';
import type { Client } from './known-client.ts';
import { OAuthError } from './oauth-error.ts';

/**
 * The resource for which a token is requested; `undefined` if none is named. A slash or a query at its end, such as
 * that of an MCP address which is limited to a site, does not change it. Throws `invalid_target` for an unknown
 * resource (RFC 8707).
 */
export function readResource(apiUrl: string, given: string | undefined): string | undefined {
	if (given === undefined) return undefined;
	const url = URL.parse(given);
	const wanted = url && !url.hash && `${url.origin}${url.pathname.replace(/\/$/, '')}`;
	const found = listResources(apiUrl).find((known) => known === wanted);
	if (found !== undefined) return found;
	throw new OAuthError(
		'invalid_target',
		`resource must be ${listResources(apiUrl).join(' or ')}; a token for anything else would be refused.`,
	);
}

/** The resource of a client that names none: the command calls the management API, all others the MCP server. */
export function defaultResource(apiUrl: string, { kind }: Pick<Client, 'kind'>): string {
	return `${apiUrl}/${kind === 'builtin' ? 'manage' : 'mcp'}`;
}

function listResources(apiUrl: string): string[] {
	return resourceNames.map((name) => `${apiUrl}/${name}`);
}
