import { constants, deflateRawSync } from 'node:zlib';

import type { ColumnType, ExportColumn } from '@feedback/contract';
import { Zip, ZipPassThrough } from 'fflate';

import { toText } from './parquet.ts';
import {
	closeSheet,
	columnLetters,
	dateStyle,
	escapeText,
	headingStyle,
	openSheet,
	writeContentTypes,
	writeRelations,
	writeRootRelations,
	writeStyles,
	writeWorkbook,
	type WrittenSheet,
} from './xlsx-parts.ts';

export type SheetColumn = Pick<ExportColumn, 'name' | 'type'>;

export type XlsxFile = {
	/** Begins a sheet; it continues on further sheets when it is full. */
	openSheet(name: string, columns: readonly SheetColumn[]): void;
	/** Writes rows of values, one for each column of the open sheet. */
	writeRows(rows: readonly unknown[][]): void;
	/** Returns and forgets the bytes since the last call. */
	take(): Uint8Array;
	/** Ends the last sheet and the file. */
	finish(): void;
};

/** Limits of the file format; smaller in tests. */
export type SheetLimits = { rows: number; bytes: number };

/** Excel's number of rows, and less than the 4 GiB that a part of a ZIP file has without extensions. */
const sheetLimits: SheetLimits = { rows: 1_048_576, bytes: 3 * 2 ** 30 };

/** The largest position in a ZIP file without extensions. */
const largestFile = 2 ** 32 - 1;

/** Characters of a cell in Excel, which repairs a file with longer ones. */
export const cellCharacters = 32_767;

/**
 * A workbook that is written in parts: bytes that were taken are no longer kept in memory. No package that is maintained
 * does that for several sheets: hucre 1.0 streams a single sheet, exceljs 4.4 needed 280 MiB for 200,000 rows, and
 * write-excel-file and SheetJS keep all rows. The time of a row was the same as theirs.
 */
export function createXlsxFile({ rows, bytes }: SheetLimits = sheetLimits): XlsxFile {
	const encoder = new TextEncoder();
	let chunks: Uint8Array[] = [];
	let size = 0;
	const zip = new Zip((error, chunk) => {
		if (error) throw error;
		chunks.push(chunk);
		size += chunk.length;
		// Otherwise positions would wrap around, and the file would look complete.
		if (size > largestFile) throw new Error('The workbook is larger than 4 GiB.');
	});
	const openPart = (path: string) => {
		const part = new DeflatedPart(path);
		zip.add(part);
		return part;
	};
	const writePart = (path: string, xml: string) => openPart(path).push(encoder.encode(xml), true);

	const sheets: WrittenSheet[] = [];
	let open: { title: string; columns: readonly SheetColumn[]; number: number } | undefined;
	let part: DeflatedPart;
	let sheet: WrittenSheet;
	let written = 0;

	const push = (xml: string, isLast = false) => {
		const encoded = encoder.encode(xml);
		written += encoded.length;
		part.push(encoded, isLast);
	};
	const begin = () => {
		const { title, columns, number } = open!;
		sheet = { name: number === 1 ? title : `${title} ${number}`, columns: columns.length, rows: 1 };
		sheets.push(sheet);
		written = 0;
		part = openPart(`xl/worksheets/sheet${sheets.length}.xml`);
		const cells = columns.map(({ name }, at) =>
			writeText(`${columnLetters(at)}1`, name, ` s="${headingStyle}"`),
		);
		push(`${openSheet(columns)}<row r="1">${cells.join('')}</row>`);
	};
	const end = () => {
		if (open) push(closeSheet(sheet), true);
	};
	return {
		openSheet(title, columns) {
			end();
			open = { title, columns, number: 1 };
			begin();
		},
		writeRows(values) {
			const { columns } = open!;
			let xml = '';
			for (const row of values) {
				if (sheet.rows === rows || written + xml.length > bytes) {
					push(xml);
					xml = '';
					end();
					open!.number += 1;
					begin();
				}
				sheet.rows += 1;
				xml += writeRow(sheet.rows, columns, row);
			}
			push(xml);
		},
		take() {
			const [first, ...others] = chunks;
			chunks = [];
			return others.length === 0 ? (first ?? new Uint8Array()) : join([first!, ...others]);
		},
		finish() {
			end();
			writePart('xl/styles.xml', writeStyles());
			writePart('xl/workbook.xml', writeWorkbook(sheets));
			writePart('xl/_rels/workbook.xml.rels', writeRelations(sheets.length));
			writePart('_rels/.rels', writeRootRelations());
			writePart('[Content_Types].xml', writeContentTypes(sheets.length));
			zip.end();
		},
	};
}

/** A part of the file, compressed by the runtime: six times as fast as in JavaScript, and no bytes wait for more. */
class DeflatedPart extends ZipPassThrough {
	override compression = 8;

	protected override process(chunk: Uint8Array<ArrayBuffer>, isLast: boolean): void {
		const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
		// More effort takes twice as long, and saves a fiftieth.
		this.ondata(null, deflateRawSync(chunk, { level: 2, finishFlush }), isLast);
	}
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
	const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const chunk of chunks) {
		all.set(chunk, at);
		at += chunk.length;
	}
	return all;
}

const letters: string[] = [];

function writeRow(number: number, columns: readonly SheetColumn[], values: readonly unknown[]) {
	let xml = `<row r="${number}">`;
	for (let at = 0; at < columns.length; at++) {
		const value = values[at];
		if (value === null || value === undefined) continue;
		letters[at] ??= columnLetters(at);
		xml += writeCell[columns[at]!.type](letters[at]! + number, value);
	}
	return `${xml}</row>`;
}

// A value that does not match its column's type is left out rather than changed, as in Parquet.
const writeCell: Record<ColumnType, (at: string, value: unknown) => string> = {
	text: (at, value) => writeText(at, toText(value)),
	texts: (at, value) =>
		Array.isArray(value) ? writeText(at, JSON.stringify(value.map(toText))) : '',
	json: (at, value) => writeText(at, JSON.stringify(value)),
	integer: (at, value) => (Number.isInteger(value) ? `<c r="${at}"><v>${value}</v></c>` : ''),
	flag: (at, value) =>
		typeof value === 'boolean' ? `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>` : '',
	instant: (at, value) =>
		value instanceof Date ? `<c r="${at}" s="${dateStyle}"><v>${toSerial(value)}</v></c>` : '',
};

// A cell of text is never a formula.
function writeText(at: string, text: string, style = ''): string {
	const fitting =
		text.length > cellCharacters ? `${text.slice(0, cellCharacters - 1).toWellFormed()}…` : text;
	return `<c r="${at}" t="inlineStr"${style}><is><t xml:space="preserve">${escapeText(fitting)}</t></is></c>`;
}

const day = 86_400_000;

/** Days since the end of 1899, in UTC. */
function toSerial(time: Date): number {
	return time.getTime() / day + 25_569;
}
