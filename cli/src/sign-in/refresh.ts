import { join } from 'node:path';
import * as oauth from 'oauth4webapi';

import type { Credential, CredentialStore } from '../credentials/credential.ts';
import { runAlone } from '../credentials/lock.ts';
import { Failure } from '../failure.ts';
import {
	authentication,
	client,
	discoverAuthority,
	explainErrors,
	toCredential,
} from './authority.ts';

/**
 * Renews an access token that has expired or was refused. Returns the stored one if another process has
 * renewed it. Deletes a sign-in that cannot be renewed.
 */
export async function renewCredential(
	apiUrl: string,
	store: CredentialStore,
	folder: string,
	refused: string,
): Promise<Credential> {
	return runAlone(join(folder, 'renew.lock'), async () => {
		const stored = store.read(apiUrl);
		if (stored && stored.access_token !== refused) return stored;
		if (!stored?.refresh_token) throw ended();
		const { refresh_token: token } = stored;
		const { server, options, resource } = await discoverAuthority(apiUrl);
		try {
			const tokens = await explainErrors(apiUrl, async () => {
				const response = await oauth.refreshTokenGrantRequest(
					server,
					client,
					authentication,
					token,
					{ ...options, additionalParameters: { resource } },
				);
				return oauth.processRefreshTokenResponse(server, client, response);
			});
			const renewed = { refresh_token: token, ...toCredential(tokens) };
			store.write(apiUrl, renewed);
			return renewed;
		} catch (error) {
			if (!(error instanceof Failure) || error.code !== 'unauthenticated') throw error;
			store.remove(apiUrl);
			throw ended(error);
		}
	});
}

function ended(cause?: unknown): Failure {
	return new Failure('unauthenticated', 'Your sign-in has ended.', {
		hint: 'Sign in again.',
		next: [['feedback', 'login']],
		cause,
	});
}
