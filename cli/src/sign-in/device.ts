import { hostname, platform } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';

import type { Credential } from '../credentials/credential.ts';
import { Failure } from '../failure.ts';
import { authentication, client, explainErrors, toCredential } from './authority.ts';
import type { Authority } from './authority.ts';

/** Data that a person needs to approve a sign-in elsewhere. */
export type DeviceChallenge = {
	verification_uri: string;
	verification_uri_complete: string;
	user_code: string;
	expires_at: string;
	/** Seconds between two polls. */
	interval: number;
};

/** Maximum seconds between two polls after failures. */
const maxBackoff = 30;

/** Signs in with a code that a person enters in any browser (RFC 8628). */
export async function signInByDevice(
	apiUrl: string,
	{ server, options, resource }: Authority,
	show: (challenge: DeviceChallenge) => void,
): Promise<Credential> {
	const challenge = await explainErrors(apiUrl, async () => {
		const parameters = { resource, device_name: `${hostname()} (${platform()})` };
		const response = await oauth.deviceAuthorizationRequest(
			server,
			client,
			authentication,
			parameters,
			options,
		);
		return oauth.processDeviceAuthorizationResponse(server, client, response);
	});
	const ends = Date.now() + challenge.expires_in * 1_000;
	let interval = challenge.interval ?? 5;
	show({
		verification_uri: challenge.verification_uri,
		verification_uri_complete: challenge.verification_uri_complete ?? challenge.verification_uri,
		user_code: challenge.user_code,
		expires_at: new Date(ends).toISOString(),
		interval,
	});
	while (Date.now() < ends) {
		await pause(interval * 1_000);
		const result = await explainErrors(apiUrl, () =>
			requestToken(server, challenge.device_code, resource, options),
		);
		if (typeof result !== 'string') return toCredential(result);
		if (result === 'slow_down') interval += 5;
		if (result === 'failed') interval = Math.max(interval, Math.min(interval * 2, maxBackoff));
	}
	throw new Failure('sign_in_expired', 'The code expired before it was approved.', {
		next: [['feedback', 'login']],
	});
}

/** A failed request does not end the sign-in: the code stays valid, and the person may be about to approve it. */
async function requestToken(
	server: oauth.AuthorizationServer,
	code: string,
	resource: string,
	options: Authority['options'],
) {
	try {
		const response = await oauth.deviceCodeGrantRequest(server, client, authentication, code, {
			...options,
			additionalParameters: { resource },
		});
		if (response.status >= 500) return 'failed';
		return await oauth.processDeviceCodeResponse(server, client, response);
	} catch (error) {
		if (error instanceof oauth.ResponseBodyError) {
			if (error.error === 'slow_down') return 'slow_down';
			if (error.error === 'authorization_pending') return 'authorization_pending';
			if (error.error === 'temporarily_unavailable') return 'failed';
		}
		// How `fetch` reports a failed connection; errors of the library have a code.
		if (error instanceof TypeError && !('code' in error)) return 'failed';
		throw error;
	}
}
