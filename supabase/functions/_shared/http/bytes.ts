/** Bytes in lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes of Base64 text, in which Postgres writes line breaks. */
export function fromBase64(text: string): Uint8Array {
	return Uint8Array.from(atob(text.replaceAll('\n', '')), (letter) => letter.charCodeAt(0));
}
