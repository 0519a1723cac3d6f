// No vowels, so that no code is a word, and no letter that looks like a digit.
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;

/** A code that a person reads on one machine and enters on another: eight of twenty letters. */
export function mintUserCode(): string {
	let code = '';
	while (code.length < length) {
		const [byte] = crypto.getRandomValues(new Uint8Array(1));
		// 240 is the largest multiple of 20 in a byte; with larger values, some letters would be more frequent.
		if (byte! < 240) code += letters[byte! % letters.length];
	}
	return code;
}

/** Formats the code as people see it: `BCDF-GHJK`. */
export function formatUserCode(code: string): string {
	return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/**
 * Parses a code that a person entered, with or without the dash, in any case; `undefined` when it cannot be
 * a code.
 */
export function readUserCode(text: string): string | undefined {
	const code = text.toUpperCase().replace(/[\s-]/g, '');
	return code.length === length && [...code].every((letter) => letters.includes(letter))
		? code
		: undefined;
}
