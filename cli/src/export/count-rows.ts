import { open } from 'node:fs/promises';

import { Failure } from '../failure.ts';
import type { ExportFormat } from './format.ts';

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
	const { parquetMetadataAsync } = await import('hyparquet');
	const handle = await open(file);
	try {
		const { size } = await handle.stat();
		const { num_rows } = await parquetMetadataAsync({
			byteLength: size,
			async slice(start, end = size) {
				const bytes = new Uint8Array(end - start);
				await handle.read(bytes, 0, bytes.length, start);
				return bytes.buffer;
			},
		});
		return Number(num_rows);
	} catch (cause) {
		throw new Failure('invalid_file', `${file} is not a complete Parquet file.`, {
			hint: 'Run the same command again, with --force.',
			cause,
		});
	} finally {
		await handle.close();
	}
}
