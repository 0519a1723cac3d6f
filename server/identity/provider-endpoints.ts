import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

import type { ProviderOptions } from './identity-options.ts';

/** Endpoints of a provider. */
export type ProviderEndpoints = {
	authorization: string;
	token: string;
	userinfo: string | undefined;
	/** How the client sends its secret to the token endpoint. */
	authentication: 'basic' | 'post';
	/**
	 * Issuer and keys that verify ID tokens; undefined when the endpoints are configured, so that there is no
	 * document with the keys.
	 */
	idToken: { issuer: string; keys: JWTVerifyGetKey } | undefined;
};

/** A provider that does not respond within this time counts as down; a sign-in does not wait longer. */
const discoveryMs = 3_000;

const documentSchema = z.object({
	issuer: z.string(),
	authorization_endpoint: z.url(),
	token_endpoint: z.url(),
	userinfo_endpoint: z.url().optional(),
	jwks_uri: z.url(),
	token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
});

/**
 * The endpoints of a provider: the configured ones, and the others from its discovery document. Rejects when that
 * document cannot be read or names another issuer.
 */
export async function findEndpoints(provider: ProviderOptions): Promise<ProviderEndpoints> {
	const { issuer, authorizationUrl, tokenUrl, userinfoUrl } = provider;
	if (issuer === undefined) {
		if (!authorizationUrl || !tokenUrl || !userinfoUrl) {
			throw new Error(
				`The provider ${provider.id} needs an issuer, or authorizationUrl, tokenUrl and userinfoUrl.`,
			);
		}
		return {
			authorization: authorizationUrl,
			token: tokenUrl,
			userinfo: userinfoUrl,
			authentication: 'basic',
			idToken: undefined,
		};
	}
	const found = await discover(issuer);
	const methods = found.token_endpoint_auth_methods_supported;
	const needsPost =
		!methods.includes('client_secret_basic') && methods.includes('client_secret_post');
	return {
		authorization: authorizationUrl ?? found.authorization_endpoint,
		token: tokenUrl ?? found.token_endpoint,
		userinfo: userinfoUrl ?? found.userinfo_endpoint,
		authentication: needsPost ? 'post' : 'basic',
		idToken: {
			issuer: found.issuer,
			keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: discoveryMs }),
		},
	};
}

async function discover(issuer: string): Promise<z.infer<typeof documentSchema>> {
	const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
	const response = await fetch(address, {
		headers: { accept: 'application/json' },
		signal: AbortSignal.timeout(discoveryMs),
	});
	if (!response.ok) throw new Error(`${address} answered with ${response.status}.`);
	const document = documentSchema.safeParse(await response.json());
	if (!document.success) {
		const [issue] = document.error.issues;
		throw new Error(`${address}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
	}
	// OpenID Connect Discovery §4.3: otherwise one provider could speak for another.
	if (document.data.issuer !== issuer) {
		throw new Error(`${address} is of the issuer ${document.data.issuer}, not ${issuer}.`);
	}
	return document.data;
}
