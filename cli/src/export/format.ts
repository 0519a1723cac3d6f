import type { CallResult } from '@feedback/client';
import { z } from 'zod';

import { option } from '../describe.ts';

export const exportFormats = ['csv', 'xlsx', 'ndjson', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Options of every command that exports. */
export const exportOptions = {
	format: option(
		z.enum(exportFormats).default('csv'),
		'csv, xlsx (an Excel workbook), ndjson (lines of JSON) or parquet.',
		'format',
	),
	output: option(z.string().min(1).default('-'), 'A file; defaults to standard output.', 'file'),
	bom: option(
		z.boolean().default(false),
		'With csv: begin the file with a byte order mark, for spreadsheets.',
	),
	force: option(z.boolean().default(false), 'Replace an existing file.'),
};

/** A file from the service. */
export type Download = CallResult<'exportResponses'>;
