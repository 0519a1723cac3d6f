import type { Client } from '@feedback/client';

import type { ResponseQuery } from './response-filter.ts';
import { openFile, saveStream } from './save-stream.ts';

export const exportFormats = {
	xlsx: {
		label: 'XLSX, for Excel and other spreadsheets',
		type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		extension: 'xlsx',
		description: 'Excel workbook',
	},
	csv: {
		label: 'CSV, comma-separated values',
		type: 'text/csv',
		extension: 'csv',
		description: 'Comma-separated values',
	},
	json: {
		label: 'JSON, one response per line',
		type: 'application/x-ndjson',
		extension: 'ndjson',
		description: 'JSON lines',
	},
	parquet: {
		label: 'Parquet, for data tools',
		type: 'application/vnd.apache.parquet',
		extension: 'parquet',
		description: 'Parquet',
	},
} as const;
export type ExportFormat = keyof typeof exportFormats;

type Input = { site: string } & ResponseQuery;
type Wanted = { site: string; query: ResponseQuery; format: ExportFormat; name: string };

/** One export at a time, streamed to a file. */
export class RunningExport {
	running = $state(false);
	bytes = $state(0);
	/** Outcome of the last export. */
	outcome = $state<'saved' | 'cancelled'>();
	error = $state.raw<unknown>();

	readonly #client: Client;
	#controller: AbortController | undefined;

	constructor(client: Client) {
		this.#client = client;
	}

	/** Call it in a click handler. Never rejects. */
	async start({ site, query, format, name }: Wanted): Promise<void> {
		if (this.running) return;
		const { type, extension, description } = exportFormats[format];
		[this.bytes, this.outcome, this.error] = [0, undefined, undefined];
		const sink = await openFile({ name: `${name}.${extension}`, type, description });
		if (!sink) return;
		const { signal } = (this.#controller = new AbortController());
		this.running = true;
		try {
			const input = { site, ...query };
			const stream = await this.#request(format, input, signal);
			await saveStream(stream, sink, { signal, onBytes: (bytes) => (this.bytes = bytes) });
			this.outcome = 'saved';
		} catch (error) {
			await sink.abort().catch(() => undefined);
			if (signal.aborted) this.outcome = 'cancelled';
			else this.error = error;
		} finally {
			this.running = false;
		}
	}

	#request(format: ExportFormat, input: Input, signal: AbortSignal) {
		if (format === 'csv') return this.#client.exportResponses({ ...input, bom: true }, { signal });
		if (format === 'xlsx') return this.#client.exportResponsesXlsx(input, { signal });
		if (format === 'json') return this.#client.exportResponseLines(input, { signal });
		return this.#client.exportResponsesParquet(input, { signal });
	}

	cancel(): void {
		this.#controller?.abort();
	}
}

/**
 * @example
 * formatBytes(1_234_567); // '1.2 MB'
 */
export function formatBytes(bytes: number): string {
	if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
	return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
