import type { SecretSetting } from '@feedback/contract';

import type { Keyring } from './keyring.ts';

const utf8 = new TextEncoder();

/** The encrypted part of a destination: the secret that signs its webhooks, or a secret setting. */
export type DestinationSecret = 'secret' | SecretSetting;

/** Encrypts a text of a destination for storage, bound to its row and use, so that it cannot be moved to another. */
export function sealDestinationSecret(
	keyring: Keyring,
	site: string,
	destination: string,
	use: DestinationSecret,
	text: string,
): Promise<Uint8Array<ArrayBuffer>> {
	return keyring.seal(utf8.encode(text), bindDestinationSecret(site, destination, use));
}

/** Decrypts the text; `undefined` if that fails, for example because the sealing key is unknown. */
export async function openDestinationSecret(
	keyring: Keyring,
	site: string,
	destination: string,
	use: DestinationSecret,
	sealed: Uint8Array,
): Promise<string | undefined> {
	const bytes = await keyring.open(sealed, bindDestinationSecret(site, destination, use));
	return bytes && new TextDecoder().decode(bytes);
}

/** Returns the context to which a destination's sealed text is bound. */
export function bindDestinationSecret(
	site: string,
	destination: string,
	use: DestinationSecret,
): string {
	return `${site}/destination/${destination}/${use}`;
}
