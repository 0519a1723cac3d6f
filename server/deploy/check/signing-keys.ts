import { ask } from './ask.ts';
import type { Check } from './check.ts';

const accepted = ['ES256', 'RS256', 'EdDSA'];

type Key = { kty?: string; alg?: string };

/** Whether Auth signs with a key whose public half it publishes: the functions accept no shared secret. */
export function checkSigningKeys(authUrl: string): Check {
	return {
		title: 'Auth publishes an asymmetric signing key',
		async run() {
			const { status, json } = await ask(`${authUrl}/.well-known/jwks.json`);
			const keys = (json as { keys?: Key[] } | undefined)?.keys;
			if (status !== 200 || !Array.isArray(keys)) {
				throw new Error(`${authUrl}/.well-known/jwks.json answers ${status}, and no set of keys.`);
			}
			const algorithms = keys.map(({ alg }) => alg).filter((alg) => accepted.includes(alg ?? ''));
			if (algorithms.length > 0) return algorithms.join(', ');
			throw new Error(
				'Auth signs with a shared secret only (HS256), so nobody can sign in. In the Supabase dashboard: ' +
					'Project Settings → JWT Keys → JWT Signing Keys → "Migrate JWT secret", then "Rotate keys". ' +
					'Self-hosted: give Auth an ES256 key in GOTRUE_JWT_KEYS.',
			);
		},
	};
}
