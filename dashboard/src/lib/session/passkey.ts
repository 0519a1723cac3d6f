import type { RouteInput, RouteOutput } from '@feedback/contract';
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

/** What the browser signed or created, or why it did not. */
export type PasskeyAnswer<Response = unknown> = { response: Response } | { problem: string };

/** Lets the person choose one of their passkeys. */
export async function answerChallenge(call: CallIdentity): Promise<PasskeyAnswer> {
	const options = await call<PublicKeyCredentialRequestOptionsJSON>(
		'/passkey/generate-authenticate-options',
	);
	if (!options.ok) return options;
	return sign(() => startAuthentication({ optionsJSON: options.body }));
}

type Credential = RouteInput<'addPasskey'>['credential'];

/** Lets the browser create a passkey for the signed-in person. */
export async function createPasskey({
	challenge,
	rp_id,
	user,
	exclude,
}: RouteOutput<'beginPasskey'>): Promise<{ credential: Credential } | { problem: string }> {
	const optionsJSON: PublicKeyCredentialCreationOptionsJSON = {
		challenge,
		rp: { id: rp_id, name: 'Feedback' },
		user: { ...user, displayName: user.name },
		// Ed25519, ES256 and RS256.
		pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
		timeout: 290_000,
		excludeCredentials: exclude.map(describe),
		authenticatorSelection: {
			residentKey: 'required',
			requireResidentKey: true,
			userVerification: 'required',
		},
		attestation: 'none',
	};
	const created = await sign(() => startRegistration({ optionsJSON }));
	if ('problem' in created) return created;
	const { id, rawId, response } = created.response;
	const { clientDataJSON, attestationObject, transports = [] } = response;
	return {
		credential: {
			id,
			rawId,
			type: 'public-key',
			response: { clientDataJSON, attestationObject, transports },
		},
	};
}

/** Tells the browser that the service does not know this passkey, so that it no longer offers it. */
export async function discardPasskey(rpId: string, credentialId: string): Promise<void> {
	const { PublicKeyCredential: browser } = globalThis as {
		PublicKeyCredential?: { signalUnknownCredential?: (known: object) => Promise<void> };
	};
	// Not all browsers can.
	await browser?.signalUnknownCredential?.({ rpId, credentialId }).catch(() => undefined);
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
		allowCredentials: passkeys.map(describe),
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

function describe({ id, transports }: Challenge['passkeys'][number]) {
	return {
		id,
		type: 'public-key' as const,
		transports: transports as AuthenticatorTransportFuture[],
	};
}

async function sign<Response>(run: () => Promise<Response>): Promise<PasskeyAnswer<Response>> {
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
