import { createHmac, hkdfSync } from 'node:crypto';

import { decodeBase64url, encodeBase64url } from './base64url.ts';

const utf8 = new TextEncoder();

/**
 * Keys derived from `FEEDBACK_SECRET`, one for each purpose, so that none can replace another.
 * Changing the secret makes open displays unanswerable and sealed proof keys unreadable.
 */
export type Keyring = {
	/** HMAC-SHA256 of the text under the purpose's key. In step, because it is needed for every request. */
	sign(purpose: Purpose, text: string): Uint8Array;
	/** AES-256-GCM; `bound` must be the same to open it again. */
	seal(bytes: Uint8Array<ArrayBuffer>, bound: string): Promise<Uint8Array<ArrayBuffer>>;
	/** What was sealed; `undefined` when it was altered, bound to something else, or sealed under another secret. */
	open(sealed: Uint8Array, bound: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
};

export type Purpose =
	| 'display'
	| 'address'
	| 'debug'
	| 'preview'
	| 'erasure'
	| 'token'
	| 'successor'
	| 'worker'
	| 'unsubscribe';

const nonceBytes = 12;
const version = 1;

/** @param secret 32 or more random bytes as base64url. Throws when it is shorter or something else. */
export function createKeyring(secret: string): Keyring {
	const bytes = decodeBase64url(secret.replace(/=+$/, ''));
	if (!bytes || bytes.length < 32) {
		throw new Error('FEEDBACK_SECRET must hold at least 32 random bytes as base64url.');
	}
	const derive = (purpose: string) =>
		new Uint8Array(hkdfSync('sha256', bytes, new Uint8Array(), `feedback/${purpose}`, 32));
	const keys = new Map<Purpose, Uint8Array>();
	let sealing: Promise<CryptoKey> | undefined;
	const sealingKey = () =>
		(sealing ??= crypto.subtle.importKey('raw', derive('proof-keys'), 'AES-GCM', false, [
			'encrypt',
			'decrypt',
		]));

	return {
		sign(purpose, text) {
			let key = keys.get(purpose);
			if (!key) keys.set(purpose, (key = derive(purpose)));
			return new Uint8Array(createHmac('sha256', key).update(text).digest());
		},
		async seal(plain, bound) {
			const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
			const additionalData = utf8.encode(bound);
			const body = await crypto.subtle.encrypt(
				{ name: 'AES-GCM', iv, additionalData },
				await sealingKey(),
				plain,
			);
			return new Uint8Array([version, ...iv, ...new Uint8Array(body)]);
		},
		async open(sealed, bound) {
			if (sealed[0] !== version) return undefined;
			const iv = new Uint8Array(sealed.slice(1, 1 + nonceBytes));
			const body = new Uint8Array(sealed.slice(1 + nonceBytes));
			const additionalData = utf8.encode(bound);
			try {
				return new Uint8Array(
					await crypto.subtle.decrypt(
						{ name: 'AES-GCM', iv, additionalData },
						await sealingKey(),
						body,
					),
				);
			} catch {
				return undefined;
			}
		},
	};
}

/** Compares in a time that does not depend on where two texts of the same length differ. */
export function equalTexts(a: string, b: string): boolean {
	if (a.length !== b.length) return false;
	let difference = 0;
	for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
	return difference === 0;
}

/** A fresh value for `FEEDBACK_SECRET`. */
export function mintSecret(): string {
	return encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
}
