/** Base64url without padding. */
export function encodeBase64url(bytes: Uint8Array): string {
	let binary = '';
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Decodes canonical base64url; `undefined` for anything else: padding, white space, another alphabet, or spare
 * bits that are not zero. Every byte string has exactly one encoding.
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
	if (!/^[\w-]*$/.test(text) || text.endsWith('\n') || text.length % 4 === 1) return undefined;
	const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
	const bytes = new Uint8Array(binary.length);
	for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
	return encodeBase64url(bytes) === text ? bytes : undefined;
}
