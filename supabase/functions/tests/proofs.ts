import { encodeBase64url } from '../_shared/secrets/base64url.ts';

const utf8 = new TextEncoder();

/** Signs like an app's backend with an HS256 key. */
export async function signProof(
	secret: string,
	kid: string,
	claims: object,
	typ = 'evp+jwt',
): Promise<string> {
	const bytes = Uint8Array.from(Buffer.from(secret, 'base64url'));
	const key = await crypto.subtle.importKey(
		'raw',
		bytes,
		{ name: 'HMAC', hash: 'SHA-256' },
		false,
		['sign'],
	);
	const text = [{ alg: 'HS256', kid, typ }, claims]
		.map((part) => encodeBase64url(utf8.encode(JSON.stringify(part))))
		.join('.');
	const mark = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(text)));
	return `${text}.${encodeBase64url(mark)}`;
}
