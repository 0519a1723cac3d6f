import * as oauth from 'oauth4webapi';

import type { Credential } from '../credentials/credential.ts';
import { authentication, client, discoverAuthority, explained } from './authority.ts';

/** Ends a sign-in at the service: its tokens stop working. */
export async function revokeCredential(apiUrl: string, credential: Credential): Promise<void> {
	const { server, options } = await discoverAuthority(apiUrl);
	const token = credential.refresh_token ?? credential.access_token;
	await explained(apiUrl, async () => {
		const response = await oauth.revocationRequest(server, client, authentication, token, options);
		await oauth.processRevocationResponse(response);
	});
}
