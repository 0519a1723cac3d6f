import { createClient } from '@feedback/client';
import type { Client } from '@feedback/client';

import type { Credential, CredentialStore } from './credentials/credential.ts';
import { Failure } from './failure.ts';
import type { Settings } from './settings/settings.ts';

/** The credentials for the service: a given token, a stored sign-in, or none. */
export type Caller = {
	/** Source of the token: `FEEDBACK_TOKEN`, `--token-file`, `keychain` or `file`; undefined without a token. */
	source(): Promise<string | undefined>;
	stored(): Promise<Credential | undefined>;
	store(): Promise<CredentialStore>;
	/** The client of the management API; it renews an expired token once. */
	client(): Client;
};

type Given = {
	settings: Settings;
	env: NodeJS.ProcessEnv;
	/** The token from `--token-file`. */
	token: { value: string; source: string } | undefined;
};

/** Seconds before its expiry at which a token is renewed. */
const renewalMargin = 60;

export function createCaller({ settings, env, token }: Given): Caller {
	const apiUrl = settings.api_url.value;
	const variable = env['FEEDBACK_TOKEN']?.trim();
	const given = token ?? (variable ? { value: variable, source: 'FEEDBACK_TOKEN' } : undefined);

	let opened: Promise<CredentialStore> | undefined;
	const store = () =>
		(opened ??= import('./credentials/open-store.ts').then(({ openCredentials }) =>
			openCredentials(settings.folder, env),
		));
	const stored = async () => (given ? undefined : (await store()).read(apiUrl));
	const renew = async (refused: string) => {
		const { renewCredential } = await import('./sign-in/refresh.ts');
		return renewCredential(apiUrl, await store(), settings.folder, refused);
	};

	async function findToken(): Promise<string | undefined> {
		if (given) return checkToken(given.value);
		const credential = await stored();
		if (!credential) return undefined;
		const left = (credential.expires_at ?? Infinity) - Date.now() / 1_000;
		if (left > renewalMargin || !credential.refresh_token) return credential.access_token;
		return (await renew(credential.access_token)).access_token;
	}

	// Clocks differ between machines: the service decides whether a token has expired.
	const fetchWithRenewal: typeof fetch = async (input, init) => {
		const response = await fetch(input, { ...init, redirect: 'error' });
		const used = readToken(init);
		if (response.status !== 401 || !used || given) return response;
		const renewed = await renew(used).catch((error: unknown) => {
			if (error instanceof Failure && error.code === 'unauthenticated') return undefined;
			throw error;
		});
		if (!renewed) return response;
		await response.body?.cancel();
		return fetch(input, { ...authorize(init, renewed.access_token), redirect: 'error' });
	};

	return {
		source: async () => given?.source ?? ((await stored()) ? (await store()).name : undefined),
		stored,
		store,
		client: () =>
			createClient({
				apiUrl,
				token: async () => (await findToken()) ?? null,
				fetch: fetchWithRenewal,
			}),
	};
}

function authorize(init: RequestInit | undefined, token: string): RequestInit {
	const headers = new Headers(init?.headers);
	headers.set('authorization', `Bearer ${token}`);
	return { ...init, headers };
}

function readToken(init: RequestInit | undefined): string | undefined {
	return new Headers(init?.headers).get('authorization')?.replace(/^Bearer /, '');
}

// `fetch` rejects a header with a line break, with an obscure error.
function checkToken(token: string): string {
	if (/^[\x21-\x7e]+$/.test(token)) return token;
	throw new Failure('usage', 'The token contains invalid characters.', {
		hint: 'Copy it again, as one line.',
	});
}
