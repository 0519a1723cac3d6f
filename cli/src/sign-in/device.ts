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
		if (result !== 'slow_down' && result !== 'authorization_pending') return toCredential(result);
		if (result === 'slow_down') interval += 5;
	}
	throw new Failure('sign_in_expired', 'The code expired before it was approved.', {
		next: [['feedback', 'login']],
	});
}

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
		return await oauth.processDeviceCodeResponse(server, client, response);
	} catch (error) {
		if (error instanceof oauth.ResponseBodyError) {
			if (error.error === 'slow_down') return 'slow_down';
			if (error.error === 'authorization_pending') return 'authorization_pending';
		}
		throw error;
	}
}
