import { z } from 'zod';

import { decodeBase64url, encodeBase64url } from './base64url.ts';
import type { Keyring } from './keyring.ts';

/** The keys with which the service identifies itself to push services (VAPID), as base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

const base64urlBytes = (bytes: number) =>
	z.string().refine((text) => decodeBase64url(text)?.length === bytes);

const storedSubscriptionSchema = z.object({
	endpoint: z.url(),
	keys: z.object({ p256dh: base64urlBytes(65), auth: base64urlBytes(16) }),
});

/** A browser's subscription: the URL of its push service, and the keys that only the browser can decrypt with. */
export type StoredSubscription = z.output<typeof storedSubscriptionSchema>;

/** Creates VAPID keys: a pair of P-256. */
export async function createPushKeys(): Promise<PushKeys> {
	const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
	const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
	const [publicKey, { d }] = await Promise.all([
		crypto.subtle.exportKey('raw', pair.publicKey),
		crypto.subtle.exportKey('jwk', pair.privateKey),
	]);
	return { publicKey: encodeBase64url(new Uint8Array(publicKey)), privateKey: d! };
}

const utf8 = new TextEncoder();

/** Encrypts the private key for storage, bound to the public one. */
export function sealPushKey(
	keyring: Pick<Keyring, 'seal'>,
	{ publicKey, privateKey }: PushKeys,
): Promise<Uint8Array<ArrayBuffer>> {
	return keyring.seal(utf8.encode(privateKey), bindPushKey(publicKey));
}

/** Decrypts the private key; `undefined` if that fails, for example because the sealing key is unknown. */
export async function openPushKey(
	keyring: Pick<Keyring, 'open'>,
	publicKey: string,
	sealed: Uint8Array,
): Promise<PushKeys | undefined> {
	const bytes = await keyring.open(sealed, bindPushKey(publicKey));
	return bytes && { publicKey, privateKey: new TextDecoder().decode(bytes) };
}

/** Encrypts a subscription for storage, bound to its row. */
export function sealPushSubscription(
	keyring: Pick<Keyring, 'seal'>,
	id: string,
	subscription: StoredSubscription,
): Promise<Uint8Array<ArrayBuffer>> {
	return keyring.seal(utf8.encode(JSON.stringify(subscription)), bindPushSubscription(id));
}

/** Decrypts a subscription; `undefined` if that fails. */
export async function openPushSubscription(
	keyring: Pick<Keyring, 'open'>,
	id: string,
	sealed: Uint8Array,
): Promise<StoredSubscription | undefined> {
	const bytes = await keyring.open(sealed, bindPushSubscription(id));
	return bytes && storedSubscriptionSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

/** Returns the context to which the sealed private key is bound. */
export function bindPushKey(publicKey: string): string {
	return `push-key/${publicKey}`;
}

/** Returns the context to which a sealed subscription is bound. */
export function bindPushSubscription(id: string): string {
	return `push-subscription/${id}`;
}
