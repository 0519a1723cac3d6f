/**
 * A word of a command line, quoted if a shell would change it.
 *
 * @example
 * shellWord("it's"); // `'it'\''s'`
 */
export function shellWord(word: string): string {
	return /^[\w./:,@%+=^-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command line for a person to copy. */
export function shellLine(argv: readonly string[]): string {
	return argv.map(shellWord).join(' ');
}
