/** A statement of a code file. */
export type SqlStatement = { start: number; end: number; text: string };

/** The text without its comments and quoted texts, whose places others take, so that all stay where they are. */
export function maskSql(text: string): string {
	return text.replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, (quoted) =>
		quoted.startsWith('-') ? ' '.repeat(quoted.length) : `'${'_'.repeat(quoted.length - 2)}'`,
	);
}

/** Splits a code file, whose functions have bodies between `$$`. */
export function splitSql(text: string): SqlStatement[] {
	const masked = maskSql(text);
	const statements: SqlStatement[] = [];
	let start = 0;
	let isBody = false;
	for (let at = 0; at < masked.length; at++) {
		if (masked.startsWith('$$', at)) {
			isBody = !isBody;
			at++;
		} else if (masked[at] === ';' && !isBody) {
			const leading = /^\s*/.exec(masked.slice(start, at))![0].length;
			statements.push({
				start: start + leading,
				end: at + 1,
				text: text.slice(start + leading, at + 1),
			});
			start = at + 1;
		}
	}
	return statements;
}
