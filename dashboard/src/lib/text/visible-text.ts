const hidden = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu;
// Joiners are needed for emoji and some scripts, and line breaks are harmless.
const harmless = new Set(['\n', '\u200c', '\u200d']);

/**
 * Makes invisible and bidirectional control characters of untrusted text visible.
 *
 * @example
 * visibleText('pay\u202eeno'); // 'pay\\u{202e}eno'
 */
export function visibleText(text: string): string {
	return text.replace(hidden, (character) =>
		harmless.has(character) ? character : `\\u{${character.codePointAt(0)!.toString(16)}}`,
	);
}

/** Like `visibleText`, but on one line and in quotation marks. */
export function quote(text: string): string {
	return `“${visibleText(text).replace(/\s*\n\s*/g, ' ⏎ ')}”`;
}
