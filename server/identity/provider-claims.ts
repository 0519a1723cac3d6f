import { roleSchema, type Role } from '@feedback/contract';
import { jwtVerify } from 'jose';
import { z } from 'zod';

import type { ProviderOptions } from './identity-options.ts';
import type { ProviderEndpoints } from './provider-endpoints.ts';

/** A provider's claims about a person. */
export type Claims = Record<string, unknown> & { sub: string };

const claimsSchema = z.looseObject({ sub: z.string().min(1).max(255) });

/**
 * Reads the claims of a person: from the verified ID token, and missing ones from the userinfo endpoint.
 * Rejects when neither can be trusted.
 */
export async function readClaims(
	{ clientId, roleClaim }: ProviderOptions,
	{ idToken, userinfo }: ProviderEndpoints,
	tokens: { idToken?: string | undefined; accessToken?: string | undefined },
): Promise<Claims> {
	// No nonce: the code is bound to this sign-in by PKCE, so a stolen one cannot be redeemed here.
	const stated =
		tokens.idToken !== undefined && idToken !== undefined
			? (
					await jwtVerify(tokens.idToken, idToken.keys, {
						issuer: idToken.issuer,
						audience: clientId,
						clockTolerance: 30,
					})
				).payload
			: undefined;
	const claims = stated && claimsSchema.parse(stated);
	const isComplete =
		claims !== undefined &&
		['email', 'email_verified'].every((name) => name in claims) &&
		(roleClaim === undefined || findClaim(claims, roleClaim) !== undefined);
	if (claims && (isComplete || !userinfo || !tokens.accessToken)) return claims;
	if (!userinfo || !tokens.accessToken) throw new Error('The provider sent nothing to verify.');
	const more = await readUserinfo(userinfo, tokens.accessToken);
	// OpenID Connect Core §5.3.2: otherwise the token may be another person's.
	if (claims && more.sub !== claims.sub) throw new Error('The userinfo is of another person.');
	return { ...more, ...claims };
}

async function readUserinfo(address: string, accessToken: string): Promise<Claims> {
	const response = await fetch(address, {
		headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
		signal: AbortSignal.timeout(5_000),
		redirect: 'error',
	});
	if (!response.ok) throw new Error(`${address} answered with ${response.status}.`);
	return claimsSchema.parse(await response.json());
}

/** Whether the provider vouches for the address. */
export function isEmailVerified(claims: Claims, { verifiesEmails }: ProviderOptions): boolean {
	const stated = claims['email_verified'];
	return stated === true || stated === 'true' || (stated === undefined && verifiesEmails === true);
}

/** The highest role that the claims give; undefined for none. */
export function findRole(claims: Claims, { roleClaim, roles }: ProviderOptions): Role | undefined {
	if (roleClaim === undefined || roles === undefined) return undefined;
	const value = findClaim(claims, roleClaim);
	const values = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
	const given = values.flatMap((one) => (Object.hasOwn(roles, one) ? [roles[one]!] : []));
	return roleSchema.options.find((role) => given.includes(role));
}

/** A claim by its name, which may contain dots or be a path into objects: `realm_access.roles`. */
function findClaim(claims: Claims, name: string): unknown {
	if (Object.hasOwn(claims, name)) return claims[name];
	return name.split('.').reduce<unknown>((value, key) => {
		const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
		return isObject ? (value as Record<string, unknown>)[key] : undefined;
	}, claims);
}
