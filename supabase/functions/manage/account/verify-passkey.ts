import { ServiceError } from '@feedback/contract';

import { decodeBase64url, encodeBase64url } from '../../_shared/secrets/base64url.ts';
import { hostOf, storedCounter } from '../operation/presence.ts';
import type { Input } from '../operation/operation.ts';
import type { Service } from '../service.ts';

/** A passkey as its row has it. */
export type VerifiedPasskey = {
	id: string;
	publicKey: string;
	counter: number;
	deviceType: string;
	isBackedUp: boolean;
	transports: string;
	aaguid: string;
};

/**
 * Verifies that a browser created this passkey for the challenge, in a page of the dashboard, and that its person was
 * verified. Throws `invalid_request`.
 */
export async function verifyPasskey(
	service: Service,
	credential: Input<'addPasskey'>['credential'],
	challenge: Uint8Array,
): Promise<VerifiedPasskey> {
	// Loaded on demand: few requests need it.
	const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
		import('@simplewebauthn/server'),
		import('@simplewebauthn/server/helpers'),
	]);
	const { transports, ...response } = credential.response;
	const verified = await verify().catch((cause: unknown) => {
		throw refuse('The browser did not create this passkey for this registration.', cause);
	});
	if (!verified.registrationInfo) throw refuse('The passkey was not accepted.');
	const { credential: created, ...info } = verified.registrationInfo;
	if (!info.userVerified) {
		throw refuse('The passkey must verify its user, by a PIN or biometrics.');
	}
	return {
		id: created.id,
		publicKey: btoa(String.fromCharCode(...created.publicKey)),
		counter: storedCounter(created.counter),
		deviceType: info.credentialDeviceType,
		isBackedUp: info.credentialBackedUp,
		transports: (transports ?? []).join(','),
		aaguid: info.aaguid,
	};

	async function verify() {
		const attestation = decodeAttestationObject(decode(response.attestationObject));
		const format = attestation.get('fmt');
		const isPlain =
			format === 'none' ||
			(format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
		// Certificates name addresses of revocation lists, which the library would request.
		if (!isPlain) throw new Error('The attestation may have certificates.');
		return verifyRegistrationResponse({
			response: {
				...credential,
				response: { ...response, transports: [] },
				clientExtensionResults: {},
			},
			expectedChallenge: encodeBase64url(challenge),
			expectedOrigin: [...service.origins],
			expectedRPID: hostOf(service),
			requireUserVerification: false,
		});
	}
}

function decode(text: string): Uint8Array<ArrayBuffer> {
	const bytes = decodeBase64url(text);
	if (!bytes) throw new Error('The attestation is not base64url.');
	return bytes;
}

function refuse(message: string, cause?: unknown): ServiceError {
	return new ServiceError('invalid_request', { message, field: 'credential', cause });
}
