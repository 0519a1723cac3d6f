import { open, type FileHandle } from 'node:fs/promises';

import { Failure } from '../failure.ts';
import type { ExportFormat } from './format.ts';
import { readZipPart, type Slice } from './read-zip-part.ts';

/**
 * Counts the rows of an exported file, from the lines that were counted while it was written, or from its
 * metadata.
 */
export async function countRows(
	format: ExportFormat,
	file: string,
	lines: number,
): Promise<number> {
	if (format === 'ndjson') return lines;
	if (format === 'csv') return Math.max(0, lines - 1);
	const handle = await open(file);
	try {
		return await counters[format](await readSlices(handle));
	} catch (cause) {
		const kind = format === 'xlsx' ? 'XLSX' : 'Parquet';
		throw new Failure('invalid_file', `${file} is not a complete ${kind} file.`, {
			hint: 'Run the same command again, with --force.',
			cause,
		});
	} finally {
		await handle.close();
	}
}

type File = { byteLength: number; slice: Slice };

const counters: Record<'xlsx' | 'parquet', (file: File) => Promise<number>> = {
	async parquet(file) {
		const { parquetMetadataAsync } = await import('hyparquet');
		return Number((await parquetMetadataAsync(file)).num_rows);
	},
	// The workbook lists the filtered cells of each sheet: its heading and its rows.
	async xlsx(file) {
		const workbook = await readZipPart(file, 'xl/workbook.xml');
		const ranges = workbook.matchAll(/'(Responses|Displays)[ \d]*'!\$A\$1:\$[A-Z]+\$(\d+)</g);
		return [...ranges].reduce((sum, [, , last]) => sum + Number(last) - 1, 0);
	},
};

async function readSlices(handle: FileHandle): Promise<File> {
	const { size } = await handle.stat();
	return {
		byteLength: size,
		async slice(start, end = size) {
			const bytes = new Uint8Array(end - start);
			await handle.read(bytes, 0, bytes.length, start);
			return bytes.buffer;
		},
	};
}
