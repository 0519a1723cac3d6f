/** A name that strangers gave themselves, fit to be shown: one line, nothing invisible, at most 100 characters. */
export function cleanName(name: string): string {
	const plain = name.normalize('NFC').replace(/[\p{C}\p{Z}]+/gu, ' ');
	return Array.from(plain.trim()).slice(0, 100).join('').trim();
}
