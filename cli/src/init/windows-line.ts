/**
 * A command line for the shell of Windows, which runs the package managers: their programs are scripts there. Within
 * quotes the shell changes neither spaces nor characters such as `^` and `&`.
 */
export function writeWindowsLine(argv: readonly string[]): string {
	return argv.map(quoteWindowsWord).join(' ');
}

function quoteWindowsWord(word: string): string {
	if (/^[\w@./:\\+=-]+$/.test(word)) return word;
	// A program takes a backslash literally, unless a quote follows.
	const escaped = word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1');
	return `"${escaped}"`;
}
