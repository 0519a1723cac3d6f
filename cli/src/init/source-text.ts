/** The text of a file, and whether it has a byte order mark to restore when it is written. */
export type SourceText = { bom: boolean; text: string };

/** The code style of a file. */
export type TextStyle = {
	eol: '\n' | '\r\n';
	quote: "'" | '"';
	semicolon: boolean;
	indent: string;
};

export const plainStyle: TextStyle = { eol: '\n', quote: "'", semicolon: true, indent: '  ' };

const mark = [0xef, 0xbb, 0xbf];

/** Decodes the bytes of a file; undefined when they are not UTF-8. */
export function decodeText(bytes: Uint8Array): SourceText | undefined {
	const bom = mark.every((byte, at) => bytes[at] === byte);
	try {
		const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
		return { bom, text: decoder.decode(bom ? bytes.subarray(mark.length) : bytes) };
	} catch {
		return undefined;
	}
}

export function encodeText({ bom, text }: SourceText): Uint8Array {
	const body = new TextEncoder().encode(text);
	return bom ? Uint8Array.from([...mark, ...body]) : body;
}

/** The most frequent line break. */
export function findEol(text: string): TextStyle['eol'] {
	const windows = text.split('\r\n').length - 1;
	return windows * 2 > text.split('\n').length - 1 ? '\r\n' : '\n';
}

/** One level of indentation: a tab, or the spaces of the least indented line. */
export function findIndent(text: string): string {
	if (/^\t/m.test(text)) return '\t';
	// A line of a block comment begins with one space and a star.
	const widths = [...text.matchAll(/^( +)[^\s*]/gm)].map(([, spaces]) => spaces!.length);
	const least = Math.min(...widths);
	return widths.length > 0 && least >= 2 ? ' '.repeat(Math.min(least, 8)) : plainStyle.indent;
}

/** Text to insert at an offset. */
export type Splice = { at: number; text: string };

/** Inserts texts without changing anything else. */
export function splice(text: string, splices: Splice[]): string {
	return splices
		.toSorted((a, b) => b.at - a.at)
		.reduce((done, { at, text: part }) => done.slice(0, at) + part + done.slice(at), text);
}

/** The place for lines above what is at an offset, and the indentation of its line. */
export function placeBefore(text: string, offset: number): { at: number; indent: string } {
	const start = text.lastIndexOf('\n', offset - 1) + 1;
	const lead = text.slice(start, offset);
	// Code on the same line stays above.
	return /^[\t ]*$/.test(lead) ? { at: start, indent: lead } : { at: offset, indent: '' };
}

/** The indentation of the last line above an offset that is not empty; undefined for the first line. */
export function indentAbove(text: string, offset: number): string | undefined {
	return /\n([\t ]*)\S[^\n]*\r?\n[\t ]*$/.exec(text.slice(0, offset))?.[1];
}

/** Whole lines to insert at a place. */
export function toBlock(lines: readonly string[], indent: string, eol: string): string {
	return lines.map((line) => `${line === '' ? '' : indent}${line}${eol}`).join('');
}
