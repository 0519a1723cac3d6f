import { oneLine } from '../../email/plain-text.ts';

/** A line of a code block scrolls instead of wrapping, so words wrap here. */
const maxColumns = 100;

/**
 * A text as a code block. In code, Markdown has no mentions, references, links, images or HTML, in any dialect.
 *
 * @example
 * quoteBlock('@ada, fixes #1'); // '```text\n@ada, fixes #1\n```'
 */
export function quoteBlock(text: string): string {
	const lines = text
		.replace(/\r\n|[\r\u2028\u2029\u0085\v\f]/g, '\n')
		.replace(hidden, '')
		.trim()
		.split('\n')
		.map(wrap);
	const body = lines.join('\n');
	const fence = '`'.repeat(Math.max(3, longestRun(body) + 1));
	return `${fence}text\n${body}\n${fence}`;
}

/**
 * A text on one line as a code span; empty for nothing.
 *
 * @example
 * quoteSpan('plan: `pro`'); // '`` plan: `pro` ``'
 */
export function quoteSpan(text: string): string {
	const line = oneLine(text.replace(hidden, ''));
	if (line === '') return '';
	const fence = '`'.repeat(longestRun(line) + 1);
	const space = /^`|`$/.test(line) ? ' ' : '';
	return `${fence}${space}${line}${space}${fence}`;
}

/** Control characters, and those that override the direction of text: they could hide where the code ends. */
const hidden = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

function longestRun(text: string): number {
	return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}

function wrap(line: string): string {
	const wrapped: string[] = [];
	let rest = line;
	while (rest.length > maxColumns) {
		const space = rest.lastIndexOf(' ', maxColumns);
		// A word that is longer than a line stays whole.
		const at = space > 0 ? space : rest.indexOf(' ', maxColumns);
		if (at < 0) break;
		wrapped.push(rest.slice(0, at));
		rest = rest.slice(at + 1);
	}
	return [...wrapped, rest].join('\n');
}
