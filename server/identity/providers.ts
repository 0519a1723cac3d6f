import type { GenericOAuthConfig } from 'better-auth/plugins';

import type { ProviderOptions } from './identity-options.ts';
import { isEmailVerified, readClaims } from './provider-claims.ts';
import { findEndpoints, type ProviderEndpoints } from './provider-endpoints.ts';
import type { Log } from '../log/log.ts';

/** Milliseconds after which a provider that was down is tried again. */
const retryMs = 2_000;

/**
 * The configured providers. Some may be down: the endpoints of such a provider are looked up again when a person wants
 * to use it.
 */
export class Providers {
	readonly all: readonly ProviderOptions[];
	readonly #found = new Map<string, ProviderEndpoints>();
	readonly #tried = new Map<string, number>();
	readonly #log: Log;

	constructor(all: readonly ProviderOptions[], log: Log) {
		this.all = all;
		this.#log = log;
	}

	/** Looks for all providers concurrently. */
	async findAll(): Promise<void> {
		await Promise.all(this.all.map(({ id }) => this.find(id)));
	}

	/** Looks for a provider that was not found before. Resolves to true if it is found now. */
	async find(id: string): Promise<boolean> {
		const provider = this.get(id);
		if (!provider || this.#found.has(id)) return false;
		const now = performance.now();
		if (now - (this.#tried.get(id) ?? -Infinity) < retryMs) return false;
		this.#tried.set(id, now);
		try {
			this.#found.set(id, await findEndpoints(provider));
			return true;
		} catch (error) {
			this.#log(`The provider ${id} cannot be used: ${(error as Error).message}`, 'error');
			return false;
		}
	}

	get(id: string): ProviderOptions | undefined {
		return this.all.find((provider) => provider.id === id);
	}

	isFound(id: string): boolean {
		return this.#found.has(id);
	}

	/** The providers found so far, in the form that better-auth expects. */
	configure(): GenericOAuthConfig[] {
		return this.all.flatMap((provider) => {
			const endpoints = this.#found.get(provider.id);
			return endpoints ? [this.#configureOne(provider, endpoints)] : [];
		});
	}

	#configureOne(provider: ProviderOptions, endpoints: ProviderEndpoints): GenericOAuthConfig {
		const { id, name, clientId, clientSecret } = provider;
		return {
			providerId: id,
			name,
			clientId,
			clientSecret,
			authorizationUrl: endpoints.authorization,
			tokenUrl: endpoints.token,
			authentication: endpoints.authentication,
			scopes: [...(provider.scopes ?? ['openid', 'email', 'profile'])],
			pkce: true,
			accountSubject: ({ profile }) => String(profile.sub),
			getUserInfo: async (tokens) => {
				try {
					const claims = await readClaims(provider, endpoints, tokens);
					const { email, name } = claims;
					return {
						...claims,
						email: typeof email === 'string' ? email : undefined,
						emailVerified: isEmailVerified(claims, provider),
						name: typeof name === 'string' ? name : '',
						image: undefined,
					};
				} catch (error) {
					this.#log(`The provider ${id}: ${(error as Error).message}`, 'error');
					return null;
				}
			},
		};
	}
}
