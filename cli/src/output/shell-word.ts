/** A text in single quotes, as POSIX shells read it. */
export function singleQuoted(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * A word of a command line, quoted if a shell would change it.
 *
 * @example
 * shellWord("it's"); // `'it'\''s'`
 */
export function shellWord(word: string): string {
	return /^[\w./:,@%+=^-]+$/.test(word) ? word : singleQuoted(word);
}

/** A command line for a person to copy. */
export function shellLine(argv: readonly string[]): string {
	return argv.map(shellWord).join(' ');
}
