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
<<<<<<< HEAD
	return /^[\w./:,@%+=^-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command line for a person to copy. */
export function shellLine(argv: readonly string[]): string {
	return argv.map(shellWord).join(' ');
=======
	return /^[\w./:@%+=-]+$/.test(word) ? word : singleQuoted(word);
>>>>>>> a6ebbc73 (refactor(cli): import the words of completion plainly)
}
