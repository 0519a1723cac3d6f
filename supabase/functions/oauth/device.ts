import { limits } from '@feedback/contract';

import { encodeBase64url } from '../_shared/secrets/base64url.ts';
import { hashToken } from '../_shared/secrets/connection-token.ts';
import { replyJson } from '../_shared/http/reply.ts';
import { formatUserCode, mintUserCode } from '../_shared/secrets/user-code.ts';
import type { Caller } from './caller.ts';
import { cleanName } from './clean-name.ts';
import { command } from './client.ts';
import { OAuthError, tooMany } from './oauth-error.ts';
import { readForm } from './parameters.ts';
import { defaultResource, readResource } from './resource.ts';
import { readClientId } from './token.ts';

const seconds = limits.signIn.requestMinutes * 60;

/** Begins a sign-in on a machine without a browser (RFC 8628), for the command only. */
export async function beginDevice(caller: Caller, request: Request): Promise<Response> {
	const parameters = await readForm(request);
	if (readClientId(parameters) !== command.id) {
		throw new OAuthError('unauthorized_client', 'Only the feedback command may sign in by a code.');
	}
	const { apiUrl, dashboardUrl, keyring } = caller.service;
	const deviceCode = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
	const userCode = await keep(caller, hashToken(keyring, deviceCode), {
		client_id: command.id,
		device_name: cleanName(parameters['device_name'] ?? '') || 'An unnamed machine',
		region: caller.region,
		resource: readResource(apiUrl, parameters['resource']) ?? defaultResource(apiUrl, command),
	});
	const shown = formatUserCode(userCode);
	return replyJson({
		device_code: deviceCode,
		user_code: shown,
		verification_uri: `${dashboardUrl}/device`,
		verification_uri_complete: `${dashboardUrl}/device?user_code=${shown}`,
		expires_in: seconds,
		interval: limits.signIn.pollSeconds,
	});
}

async function keep(
	{ service, address, at }: Caller,
	device: Uint8Array,
	asked: Record<string, string | null>,
): Promise<string> {
	const { home } = service;
	// With 25 billion possible codes, a collision within an hour is unlikely; if one occurs, try another code.
	for (let tries = 0; tries < 5; tries++) {
		const userCode = mintUserCode();
		const [begun] = await home<{ outcome: string }[]>`
			select app.begin_device(${home.json({ ...asked, user_code: userCode })}, ${device},
				${address}, ${at}) as outcome`;
		if (begun!.outcome === 'limited') throw tooMany(seconds);
		if (begun!.outcome === 'begun') return userCode;
	}
	throw new OAuthError('server_error', 'There is no free code.', { status: 500 });
}
