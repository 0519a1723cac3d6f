import type { ColumnType, ExportColumn } from '@feedback/contract';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';

type ParquetColumn = Pick<ExportColumn, 'name' | 'type'>;
type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

export type ParquetFile = {
	/** Bytes of a row group; `values` contains the values of each column. */
	writeGroup(values: readonly unknown[][]): Uint8Array;
	/** Bytes at the end of the file. */
	finish(): Uint8Array;
};

/** A Parquet file that is written in parts: returned parts are no longer kept in memory. */
export function createParquetFile(columns: readonly ParquetColumn[]): ParquetFile {
	const writer = new ByteWriter();
	const file = new ParquetWriter({
		writer,
		schema: [{ name: 'root', num_children: columns.length }, ...columns.flatMap(toSchema)],
		createdBy: 'feedback',
	});
	const take = () => {
		const bytes = writer.getBytes().slice();
		// Only the buffer is reset; `offset`, the position in the file, continues.
		writer.index = 0;
		return bytes;
	};
	return {
		writeGroup(values) {
			const columnData = columns.map(({ name, type }, at) => ({
				name,
				data: values[at]!.map((value) => convert[type](value)),
			}));
			void file.write({ columnData, rowGroupSize: Math.max(1, values[0]?.length ?? 0) });
			return take();
		},
		finish() {
			void file.finish();
			return take();
		},
	};
}

const text = {
	type: 'BYTE_ARRAY',
	converted_type: 'UTF8',
	logical_type: { type: 'STRING' },
} as const;

const elements: Record<Exclude<ColumnType, 'texts'>, Omit<SchemaElement, 'name'>> = {
	text,
	json: text,
	integer: { type: 'INT32' },
	flag: { type: 'BOOLEAN' },
	instant: {
		type: 'INT64',
		converted_type: 'TIMESTAMP_MILLIS',
		logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
	},
};

function toSchema({ name, type }: ParquetColumn): SchemaElement[] {
	if (type !== 'texts') return [{ name, repetition_type: 'OPTIONAL', ...elements[type] }];
	return [
		{ name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
		{ name: 'list', repetition_type: 'REPEATED', num_children: 1 },
		{ name: 'element', repetition_type: 'OPTIONAL', ...text },
	];
}

// A value that does not match its column's type is left out rather than changed.
const convert: Record<ColumnType, (value: unknown) => unknown> = {
	text: (value) => (value === null || value === undefined ? null : toText(value)),
	json: (value) => (value === null || value === undefined ? null : JSON.stringify(value)),
	integer: (value) => (Number.isInteger(value) ? value : null),
	flag: (value) => (typeof value === 'boolean' ? value : null),
	instant: (value) => (value instanceof Date ? value : null),
	texts: (value) => (Array.isArray(value) ? value.map(toText) : null),
};

/** Converts a value to text: the text of an "other" unchanged, other non-texts as JSON. */
export function toText(value: unknown): string {
	if (typeof value === 'object' && value !== null && 'other' in value) return toText(value.other);
	return typeof value === 'string' ? value : JSON.stringify(value);
}
