import { createClient } from '@feedback/client';
import type { Client } from '@feedback/client';

import type { Credential, CredentialStore } from './credentials/credential.ts';
import { Failure } from './failure.ts';
import type { Settings } from './settings/settings.ts';

/** Who calls the service: the token of a pipeline, a stored sign-in, or nobody. */
export type Caller = {
	/** Where the token comes from: `FEEDBACK_TOKEN`, `--token-file`, `keychain`, `file`; nothing without one. */
	source(): Promise<string | undefined>;
	stored(): Promise<Credential | undefined>;
	store(): Promise<CredentialStore>;
	/** The client of the management API; it renews an expired token, once. */
	client(): Client;
};

type Given = {
	settings: Settings;
	env: NodeJS.ProcessEnv;
	/** Of `--token-file`. */
	token: { value: string; source: string } | undefined;
};

/** Seconds before its end in which a token is renewed already. */
const margin = 60;

export function createCaller({ settings, env, token }: Given): Caller {
	const apiUrl = settings.api_url.value;
	const ofPipeline = env['FEEDBACK_TOKEN']?.trim();
	const given = token ?? (ofPipeline ? { value: ofPipeline, source: 'FEEDBACK_TOKEN' } : undefined);

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
		if (left > margin || !credential.refresh_token) return credential.access_token;
		return (await renew(credential.access_token)).access_token;
	}

	// The clocks of two machines differ: the service decides whether a token has expired.
	const renewing: typeof fetch = async (input, init) => {
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
				fetch: renewing,
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

// A line end within a header would be refused in words that nobody understands.
function checkToken(token: string): string {
	if (/^[\x21-\x7e]+$/.test(token)) return token;
	throw new Failure('usage', 'The token holds characters that no token has.', {
		hint: 'Copy it again, as one line.',
	});
}
