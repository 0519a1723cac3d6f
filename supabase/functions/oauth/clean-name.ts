// Signs such as ✓ and ® could look like a verification mark; ASCII signs are part of names, as in "C++".
const signs = /[^\P{S}\x20-\x7e]/gu;
// Control, invisible and unassigned characters.
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Makes a name chosen by an unknown party safe to show: one line, nothing invisible, no signs, at most 100 characters. */
export function cleanName(name: string): string {
	const plain = name
		.replace(/[\p{Cc}\p{Z}]+/gu, ' ')
		.replace(invisible, '')
		.replace(signs, '')
		.normalize('NFKC')
		.replace(/\s+/gu, ' ');
	return Array.from(plain.trim()).slice(0, 100).join('').trim();
}
