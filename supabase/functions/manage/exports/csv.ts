// What a spreadsheet reads as the beginning of a formula, also in full-width form. An apostrophe that is there already
// gets another one, so that a reader who removes one has the text as it was.
const formula = /^[\s']*[=+\-@\t\r＝＋－＠]/;
// A program whose separator is ";" or a tab ends a cell at each of them, and at line breaks, quoted or not.
const innerFormula = /([;\t\r\n])(?=[\s"']*[=+\-@＝＋－＠])/g;

/** Precedes the first record, so that spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\ufeff';

/**
 * One record of CSV (RFC 4180). Texts that a spreadsheet would run as a formula get an apostrophe, whether its
 * separator is a comma, a semicolon or a tab; numbers stay numbers.
 *
 * @example
 * writeRecord(['a,b', '=1+1', 'x;=1+1', -2, null]); // '"a,b",\'=1+1,x;\'=1+1,-2,\r\n'
 */
export function writeRecord(cells: readonly unknown[]): string {
	return `${cells.map(writeCell).join(',')}\r\n`;
}

function writeCell(value: unknown): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	const safe = formula.test(text) ? `'${text}` : text;
	// Most cells have nothing that ends a cell, which is quick to tell.
	if (!/[",;\t\r\n]/.test(safe)) return safe;
	return `"${safe.replace(innerFormula, "$1'").replaceAll('"', '""')}"`;
}
