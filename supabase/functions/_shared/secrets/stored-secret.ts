import { bindDestinationSecret, type DestinationSecret } from './destination-secret.ts';
import type { Keyring } from './keyring.ts';
import { bindProofKey, type ProofAlgorithm } from './proof-key.ts';

/** A row of `app.stored_secrets`: sealed data, with the context to which it is bound. */
export type StoredSecret = {
	/** UUID of the site. */
	site_id: string;
	sealed: Uint8Array;
} & (
	| { place: 'proof_keys.sealed'; /** Key ID. */ id: string; use: ProofAlgorithm }
	| {
			place: `destinations.${'sealed_url' | 'sealed_secret' | 'sealed_old_secret'}`;
			/** UUID of the destination. */
			id: string;
			use: DestinationSecret;
	  }
	| { place: 'destination_requests.sealed_url'; id: string; use: 'url' }
);

/** Decrypts a stored secret; `undefined` when no key of the keyring opens it. */
export function openStoredSecret(
	keyring: Pick<Keyring, 'open'>,
	secret: StoredSecret,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
	return keyring.open(secret.sealed, bindStoredSecret(secret));
}

/** Reseals a stored secret with the current sealing key; `undefined` when no key of the keyring opens it. */
export async function resealStoredSecret(
	keyring: Pick<Keyring, 'open' | 'seal'>,
	secret: StoredSecret,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
	const opened = await openStoredSecret(keyring, secret);
	return opened && keyring.seal(opened, bindStoredSecret(secret));
}

function bindStoredSecret(secret: StoredSecret): string {
	return secret.place === 'proof_keys.sealed'
		? bindProofKey(secret.site_id, secret.id, secret.use)
		: bindDestinationSecret(secret.site_id, secret.id, secret.use);
}
