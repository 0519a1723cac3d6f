import type { Keyring } from './keyring.ts';

/** The algorithms a proof key may have. */
export type ProofAlgorithm = 'HS256' | 'EdDSA';

/**
 * Seals a proof key for storage: 32 random bytes for HS256, the 32 bytes of the public key for EdDSA.
 * Bound to its site, id and algorithm, so that a row cannot be moved to another.
 */
export function sealProofKey(
	keyring: Keyring,
	site: string,
	kid: string,
	alg: ProofAlgorithm,
	bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
	return keyring.seal(bytes, bindProofKey(site, kid, alg));
}

/** The key, ready to verify; `undefined` when it cannot be opened. */
export async function openProofKey(
	keyring: Keyring,
	site: string,
	kid: string,
	alg: ProofAlgorithm,
	sealed: Uint8Array,
): Promise<CryptoKey | undefined> {
	const bytes = await keyring.open(sealed, bindProofKey(site, kid, alg));
	if (!bytes || bytes.length !== 32) return undefined;
	const algorithm = alg === 'HS256' ? { name: 'HMAC', hash: 'SHA-256' } : { name: 'Ed25519' };
	return crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
}

/** Returns the context to which a sealed proof key is bound. */
export function bindProofKey(site: string, kid: string, alg: ProofAlgorithm): string {
	return `${site}/${alg}/${kid}`;
}
