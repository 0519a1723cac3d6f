import { bindDestinationSecret, type DestinationSecret } from './destination-secret.ts';
import type { Keyring } from './keyring.ts';
import { bindProofKey, type ProofAlgorithm } from './proof-key.ts';
import { bindPushKey, bindPushSubscription } from './push-secret.ts';

/** A row of `app.stored_secrets`: sealed data, with the context to which it is bound. */
export type StoredSecret = { sealed: Uint8Array } & (
	| { place: 'proof_keys.sealed'; site_id: string; /** Key ID. */ id: string; use: ProofAlgorithm }
	| {
			place: `destinations.${'sealed_url' | 'sealed_token' | 'sealed_secret' | 'sealed_old_secret'}`;
			site_id: string;
			/** UUID of the destination. */
			id: string;
			use: DestinationSecret;
	  }
	| {
			place: `destination_requests.${'sealed_url' | 'sealed_token'}`;
			site_id: string;
			id: string;
			use: DestinationSecret;
	  }
	| { place: 'push_keys.sealed'; site_id: null; /** The public key. */ id: string; use: 'private' }
	| { place: 'push_subscriptions.sealed'; site_id: null; id: string; use: 'subscription' }
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
	switch (secret.place) {
		case 'proof_keys.sealed':
			return bindProofKey(secret.site_id, secret.id, secret.use);
		case 'push_keys.sealed':
			return bindPushKey(secret.id);
		case 'push_subscriptions.sealed':
			return bindPushSubscription(secret.id);
		default:
			return bindDestinationSecret(secret.site_id, secret.id, secret.use);
	}
}
