import { parse as parseWithCsvParse } from 'csv-parse/sync';
import { csvParseRows } from 'd3-dsv';
import papaparse from 'papaparse';

/** Independent readers of CSV: the cells of each record. */
export const csvReaders: Record<string, (text: string) => string[][]> = {
	papaparse: (text) => papaparse.parse<string[]>(text, { delimiter: ',', newline: '\r\n' }).data,
	'csv-parse': (text) =>
		parseWithCsvParse(text, { relax_column_count: true, record_delimiter: '\r\n' }),
	'd3-dsv': (text) => csvParseRows(text) as string[][],
};

/** Removes the apostrophes that make formulas harmless, as the page about exports says. */
export function removeApostrophes(text: string): string {
	return text
		.replace(/^'(?=[\s']*[=+\-@\t\r＝＋－＠])/, '')
		.replaceAll(/(?<=[;\t\r\n])'(?=[\s"']*[=+\-@＝＋－＠])/g, '');
}
