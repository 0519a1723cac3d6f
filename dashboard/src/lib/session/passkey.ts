import {
	bufferToBase64URLString,
	startAuthentication,
	startRegistration,
	WebAuthnAbortService,
	WebAuthnError,
	type AuthenticatorTransportFuture,
	type PublicKeyCredentialCreationOptionsJSON,
	type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

import type { CallIdentity } from './identity-call.ts';
import type { Challenge } from './recent-sign-in.svelte.ts';

/** The browser's signature for the identity service, or why there is none. */
export type PasskeyAnswer = { response: unknown } | { problem: string; code?: string };

/** Lets the person choose one of their passkeys. */
export async function answerChallenge(call: CallIdentity): Promise<PasskeyAnswer> {
	const options = await call<PublicKeyCredentialRequestOptionsJSON>(
		'/passkey/generate-authenticate-options',
	);
	if (!options.ok) return options;
	return sign(() => startAuthentication({ optionsJSON: options.body }));
}

/** Lets the browser create a passkey for the signed-in person. */
export async function makePasskey(call: CallIdentity): Promise<PasskeyAnswer> {
	const options = await call<PublicKeyCredentialCreationOptionsJSON>(
		'/passkey/generate-register-options',
	);
	if (!options.ok) return options;
	return sign(() => startRegistration({ optionsJSON: options.body }));
}

/** What one of the passkeys signs for a request that the service wants confirmed. */
export async function signChallenge({
	id,
	challenge,
	rp_id,
	passkeys,
}: Challenge): Promise<{ confirmation: string } | { problem: string }> {
	const optionsJSON: PublicKeyCredentialRequestOptionsJSON = {
		challenge,
		rpId: rp_id,
		userVerification: 'required',
		timeout: 110_000,
		allowCredentials: passkeys.map((passkey) => ({
			id: passkey.id,
			type: 'public-key',
			transports: passkey.transports as AuthenticatorTransportFuture[],
		})),
	};
	const signed = await sign(() => startAuthentication({ optionsJSON }));
	if ('problem' in signed) return signed;
	const json = new TextEncoder().encode(JSON.stringify({ id, response: signed.response }));
	return { confirmation: bufferToBase64URLString(json.buffer) };
}

/** Ends a request that the browser still shows. */
export function stopSigning(): void {
	WebAuthnAbortService.cancelCeremony();
}

async function sign(run: () => Promise<unknown>): Promise<PasskeyAnswer> {
	try {
		return { response: await run() };
	} catch (error) {
		const { name } = error as Error;
		if (
			error instanceof WebAuthnError &&
			error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
		)
			return { problem: 'This device already has a passkey for your account.' };
		if (name === 'NotAllowedError' || name === 'AbortError')
			return { problem: 'The browser did not use a passkey. Try again.' };
		return { problem: `The browser could not use a passkey: ${(error as Error).message}` };
	}
}
