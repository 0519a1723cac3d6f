const hidden = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu;
// A joiner holds emoji and some scripts together; a line may break.
const harmless = new Set(['\n', '\u200c', '\u200d']);

/**
 * A text that somebody else wrote, with every character that hides or turns around what is read made visible.
 *
 * @example
 * visibleText('pay\u202eeno'); // 'pay\\u{202e}eno'
 */
export function visibleText(text: string): string {
	return text.replace(hidden, (character) =>
		harmless.has(character) ? character : `\\u{${character.codePointAt(0)!.toString(16)}}`,
	);
}

/** … on one line, in quotation marks. */
export function quote(text: string): string {
	return `“${visibleText(text).replace(/\s*\n\s*/g, ' ⏎ ')}”`;
}
