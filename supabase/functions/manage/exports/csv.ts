// Matches text that a spreadsheet would interpret as a formula, also in full-width form.
const formula = /^[\s]*[=+\-@\t\r＝＋－＠]/;

/**
 * One record of CSV (RFC 4180). Texts that a spreadsheet would run as a formula get a leading apostrophe;
 * numbers stay numbers.
 *
 * @example
 * writeRecord(['a,b', '=1+1', -2, null]); // '"a,b",\'=1+1,-2,\r\n'
 */
export function writeRecord(cells: readonly unknown[]): string {
	return `${cells.map(writeCell).join(',')}\r\n`;
}

function writeCell(value: unknown): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	const safe = formula.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
