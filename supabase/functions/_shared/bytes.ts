/** Bytes in lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes that Base64 text stands for; line breaks in it are ignored, as Postgres writes them. */
export function fromBase64(text: string): Uint8Array {
	return Uint8Array.from(atob(text.replaceAll('\n', '')), (letter) => letter.charCodeAt(0));
}
