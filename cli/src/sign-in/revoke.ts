import * as oauth from 'oauth4webapi';

import type { Credential } from '../credentials/credential.ts';
import { authentication, client, discoverAuthority, explainErrors } from './authority.ts';

/** Revokes the tokens of a sign-in at the service. */
export async function revokeCredential(apiUrl: string, credential: Credential): Promise<void> {
	const { server, options } = await discoverAuthority(apiUrl);
	const token = credential.refresh_token ?? credential.access_token;
	await explainErrors(apiUrl, async () => {
		const response = await oauth.revocationRequest(server, client, authentication, token, options);
		await oauth.processRevocationResponse(response);
	});
}
