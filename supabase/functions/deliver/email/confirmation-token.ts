import { createHash } from 'node:crypto';

import { mintSecret } from '../../_shared/secrets/keyring.ts';

/** A new token for the link that confirms an address, and the hash that is stored. */
export function mintConfirmationToken(): { token: string; hash: Uint8Array } {
	const token = mintSecret();
	return { token, hash: hashConfirmationToken(token) };
}

/** SHA-256: a token is random, so it needs no salt and no slow hash. */
export function hashConfirmationToken(token: string): Uint8Array {
	return new Uint8Array(createHash('sha256').update(token).digest());
}
