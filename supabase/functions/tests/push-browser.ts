// A browser that subscribed to notifications: it has the keys that decrypt what a push service received.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from 'node:crypto';

import { jwtVerify } from 'jose';

export type PushBrowser = {
	subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
	/** Decrypts a body with the content encoding `aes128gcm` (RFC 8188, RFC 8291). Throws if it is for another browser. */
	decrypt(body: Uint8Array): unknown;
};

/** Creates a browser's subscription at a push service. */
export function createSubscription(
	endpoint = `https://push.example.com/send/${randomBytes(16).toString('hex')}`,
): PushBrowser {
	const ecdh = createECDH('prime256v1');
	const own = ecdh.generateKeys();
	const auth = randomBytes(16);
	return {
		subscription: {
			endpoint,
			keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
		},
		decrypt(body) {
			const bytes = Buffer.from(body);
			const salt = bytes.subarray(0, 16);
			const idLength = bytes[20]!;
			const sender = bytes.subarray(21, 21 + idLength);
			const sealed = bytes.subarray(21 + idLength);
			const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
			const secret = derive(ecdh.computeSecret(sender), auth, info, 32);
			const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
			const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
			const cipher = createDecipheriv('aes-128-gcm', key, nonce);
			cipher.setAuthTag(sealed.subarray(-16));
			const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
			// The padding begins with the delimiter of the last record.
			return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as unknown;
		},
	};
}

function derive(secret: Uint8Array, salt: Uint8Array, info: string | Buffer, length: number) {
	return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** Verifies the header with which a service identifies itself (RFC 8292), and returns its claims. */
export async function verifyVapid(authorization: string, publicKey: string) {
	const [, token, key] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization)!;
	if (key !== publicKey) throw new Error('It is signed with another key.');
	const raw = Buffer.from(publicKey, 'base64url');
	const jwk = {
		kty: 'EC',
		crv: 'P-256',
		x: raw.subarray(1, 33).toString('base64url'),
		y: raw.subarray(33).toString('base64url'),
	};
	const { payload } = await jwtVerify(token!, createPublicKey({ key: jwk, format: 'jwk' }));
	return payload;
}
