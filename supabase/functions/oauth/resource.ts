import { resourceNames } from '../_shared/http/protected-resource.ts';
import { OAuthError } from './oauth-error.ts';

/**
 * The resource for which a token is requested; `undefined` if none is named. Throws `invalid_target` for an
 * unknown resource (RFC 8707).
 */
export function readResource(apiUrl: string, given: string | undefined): string | undefined {
	if (given === undefined) return undefined;
	const wanted = given.replace(/\/$/, '');
	const known = resourceNames.map((name) => `${apiUrl}/${name}`);
	if (known.includes(wanted)) return wanted;
	throw new OAuthError('invalid_target', `A token is issued for ${known.join(' or ')}.`);
}
