import type { ExportColumn } from '@feedback/contract';

import { byteOrderMark, writeRecord } from './csv.ts';
import { createParquetFile, toText } from './parquet.ts';
import { createXlsxFile, type SheetColumn } from './xlsx.ts';

/** A column of an export, and how a row fills it. */
export type FilledColumn<Row> = Omit<ExportColumn, 'about'> & { read(row: Row): unknown };

type Parts<Row> = AsyncIterable<Row[]>;

/** A record for each row under a heading; `bom`: after a byte order mark. */
export async function* toCsv<Row>(
	columns: FilledColumn<Row>[],
	parts: Parts<Row>,
	bom: boolean,
): AsyncGenerator<string, void> {
	let head = (bom ? byteOrderMark : '') + writeRecord(columns.map(({ name }) => name));
	for await (const rows of parts) {
		yield (
			head + rows.map((row) => writeRecord(columns.map((column) => toCell(column, row)))).join('')
		);
		head = '';
	}
	if (head) yield head;
}

function toCell<Row>({ type, read }: FilledColumn<Row>, row: Row): unknown {
	const value = read(row);
	if (value instanceof Date) return value.toISOString();
	if (type === 'json' || typeof value !== 'object' || value === null) return value;
	return Array.isArray(value) ? JSON.stringify(value.map(toText)) : toText(value);
}

/** One JSON object per line. */
export async function* toLines<Row>(
	describe: (row: Row) => unknown,
	parts: Parts<Row>,
): AsyncGenerator<string, void> {
	for await (const rows of parts) {
		yield rows.map((row) => `${JSON.stringify(describe(row))}\n`).join('');
	}
}

/** A Parquet file in row groups, only one of which is in memory. */
export async function* toParquet<Row>(
	columns: FilledColumn<Row>[],
	parts: Parts<Row>,
): AsyncGenerator<Uint8Array, void> {
	const file = createParquetFile(columns);
	let kept: Row[] = [];
	for await (const rows of parts) {
		kept.push(...rows);
		if (kept.length >= groupRows) {
			yield file.writeGroup(columns.map((column) => kept.map((row) => column.read(row))));
			kept = [];
		}
	}
	if (kept.length > 0) {
		yield file.writeGroup(columns.map((column) => kept.map((row) => column.read(row))));
	}
	yield file.finish();
}

/** A sheet of a workbook: its columns, and their values in rows. */
export type Sheet = { name: string; columns: SheetColumn[]; parts: AsyncIterable<unknown[][]> };

export function toSheet<Row>(name: string, columns: FilledColumn<Row>[], parts: Parts<Row>): Sheet {
	async function* readValues() {
		for await (const rows of parts) {
			yield rows.map((row) => columns.map((column) => column.read(row)));
		}
	}
	return { name, columns, parts: readValues() };
}

/** A workbook, of which no more than a part is in memory. */
export async function* toXlsx(...sheets: Sheet[]): AsyncGenerator<Uint8Array, void> {
	const file = createXlsxFile();
	for (const { name, columns, parts } of sheets) {
		file.openSheet(name, columns);
		for await (const rows of parts) {
			file.writeRows(rows);
			yield file.take();
		}
	}
	file.finish();
	yield file.take();
}

/** Rows of a row group: enough for columns to compress well, and few enough for memory. */
const groupRows = 5_000;
