import { createHmac, hkdfSync } from 'node:crypto';

import { decodeBase64url, encodeBase64url } from './base64url.ts';

const utf8 = new TextEncoder();

/**
 * Keys derived from `FEEDBACK_SECRET`, one for each purpose, so that none can replace another, and the sealing keys.
 * Changing the secret makes open displays unanswerable and signs every connection out.
 */
export type Keyring = {
	/** HMAC-SHA256 of the text under the purpose's key. Synchronous, because every request needs it. */
	sign(purpose: Purpose, text: string): Uint8Array;
	/** Prefix of newly sealed data: a version, and the sealing key's ID if that key is separate. */
	readonly sealingKey: Uint8Array;
	/** Whether data sealed with other keys should be resealed: not before every server knows the next key. */
	readonly replacesSealingKey: boolean;
	/** AES-256-GCM with the current sealing key; `bound` must be the same to open it again. */
	seal(bytes: Uint8Array<ArrayBuffer>, bound: string): Promise<Uint8Array<ArrayBuffer>>;
	/**
	 * Decrypts sealed bytes; `undefined` when they were altered, bound to something else, or sealed with an
	 * unknown key.
	 */
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

/** Secrets for rotating the sealing key, each in the format of `FEEDBACK_SECRET`. */
export type SealingSecrets = {
	/**
	 * Seals and opens; without it, a key derived from `FEEDBACK_SECRET` seals. That key can always open
	 * data that it sealed.
	 */
	current?: string | undefined;
	/** Opens data sealed by servers that already use it. */
	next?: string | undefined;
	/** Opens data that is not resealed yet. */
	previous?: string | undefined;
};

/** A sealing key, with the prefix of everything that it sealed. */
type SealingKey = { prefix: Uint8Array; read(): Promise<CryptoKey> };

const nonceBytes = 12;
/**
 * First byte of data sealed by a key derived from `FEEDBACK_SECRET`, and of data sealed by other keys,
 * whose ID follows.
 */
const versions = { derived: 1, separate: 2 };
const idBytes = 4;

/** @param secret 32 or more random bytes as base64url. Throws when any secret is shorter or not base64url. */
export function createKeyring(secret: string, sealing: SealingSecrets = {}): Keyring {
	const derive = readSecret('FEEDBACK_SECRET', secret);
	const keys = new Map<Purpose, Uint8Array>();
	const derived = createSealingKey(derive, [versions.derived]);
	const current = createSeparateKey('FEEDBACK_SEALING_SECRET', sealing.current) ?? derived;
	const sealingKeys = [
		current,
		derived,
		createSeparateKey('FEEDBACK_SEALING_SECRET_NEXT', sealing.next),
		createSeparateKey('FEEDBACK_SEALING_SECRET_PREVIOUS', sealing.previous),
	].filter((key) => key !== undefined);

	return {
		sealingKey: current.prefix,
		replacesSealingKey:
			(sealing.current ?? sealing.previous) !== undefined && sealing.next === undefined,
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
				await current.read(),
				plain,
			);
			return new Uint8Array([...current.prefix, ...iv, ...new Uint8Array(body)]);
		},
		async open(sealed, bound) {
			const key = sealingKeys.find(({ prefix }) => isSealedWith(prefix, sealed));
			if (!key) return undefined;
			const bodyAt = key.prefix.length + nonceBytes;
			const iv = new Uint8Array(sealed.slice(key.prefix.length, bodyAt));
			const body = new Uint8Array(sealed.slice(bodyAt));
			const additionalData = utf8.encode(bound);
			try {
				return new Uint8Array(
					await crypto.subtle.decrypt(
						{ name: 'AES-GCM', iv, additionalData },
						await key.read(),
						body,
					),
				);
			} catch {
				return undefined;
			}
		},
	};
}

/** Whether something was sealed with the key of a `Keyring.sealingKey`. */
export function isSealedWith(sealingKey: Uint8Array, sealed: Uint8Array): boolean {
	return sealingKey.every((byte, at) => sealed[at] === byte);
}

type Derive = (purpose: string) => Uint8Array<ArrayBuffer>;

/** Derives the keys from a secret. Throws an error that names the secret when it is too short or not base64url. */
function readSecret(name: string, secret: string): Derive {
	const bytes = decodeBase64url(secret.replace(/=+$/, ''));
	if (!bytes || bytes.length < 32) {
		throw new Error(`${name} must hold at least 32 random bytes as base64url.`);
	}
	return (purpose) =>
		new Uint8Array(hkdfSync('sha256', bytes, new Uint8Array(), `feedback/${purpose}`, 32));
}

function createSeparateKey(name: string, secret: string | undefined): SealingKey | undefined {
	if (secret === undefined) return undefined;
	const derive = readSecret(name, secret);
	return createSealingKey(derive, [
		versions.separate,
		...derive('sealing-key-id').slice(0, idBytes),
	]);
}

function createSealingKey(derive: Derive, prefix: readonly number[]): SealingKey {
	let key: Promise<CryptoKey> | undefined;
	return {
		prefix: new Uint8Array(prefix),
		read: () =>
			(key ??= crypto.subtle.importKey('raw', derive('proof-keys'), 'AES-GCM', false, [
				'encrypt',
				'decrypt',
			])),
	};
}

/** Compares two texts. If their lengths are equal, the time does not depend on where they differ. */
export function equalTexts(a: string, b: string): boolean {
	if (a.length !== b.length) return false;
	let difference = 0;
	for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
	return difference === 0;
}

/** A fresh value for `FEEDBACK_SECRET`, or for a sealing secret. */
export function mintSecret(): string {
	return encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
}
