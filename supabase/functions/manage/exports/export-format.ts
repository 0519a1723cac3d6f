import type { ExportColumn } from '@feedback/contract';

import { byteOrderMark, writeRecord } from './csv.ts';
import { createParquetFile, toText } from './parquet.ts';

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

/** Rows of a row group: enough for columns to compress well, and few enough for memory. */
const groupRows = 5_000;
