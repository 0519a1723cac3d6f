import { ApiError } from '@feedback/client';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { runAlone } from '../../credentials/lock.ts';
import { option } from '../../describe.ts';
import { requireFile, saveDownload } from '../../download.ts';
import { countRows } from '../../export/count-rows.ts';
import { type Download, exportFormats, exportOptions } from '../../export/format.ts';
import { openProgress } from '../../export/progress.ts';
import { Failure } from '../../failure.ts';
import { count } from '../../output/more.ts';
import { filterOptions, toFilter } from './filter.ts';

export const responseExport = defineCommand({
	name: 'response export',
	summary: 'Export responses as CSV, XLSX, NDJSON or Parquet.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		...filterOptions,
		...exportOptions,
		since_last: option(
			z.boolean().default(false),
			'Only what is new or has changed since the last such export with the same filters and format.',
		),
		restart: option(z.boolean().default(false), 'With --since-last: export everything again.'),
	}),
	output: z.object({
		file: z.string(),
		format: z.enum(exportFormats),
		bytes: z.number().int(),
		responses: z.number().int(),
	}),
	examples: [
		{
			text: 'Export for a spreadsheet',
			line: 'response export --prompt <prompt_uuid> --format xlsx --output answers.xlsx',
		},
		{ text: 'Pipe into another program', line: 'response export --format ndjson | jq .answers' },
		{
			text: 'Load what is new into a warehouse every night',
			line: 'response export --since-last --format parquet --output 2026-01-31.parquet',
		},
	],
	async run({ format, output, bom, force, since_last, restart, ...filter }, context) {
		checkOptions({ output, since_last, restart }, context);
		const site = await context.site();
		const input = { site, ...toFilter(filter) };
		const save = async (span: Span, beforeRename?: (draft: string) => void) => {
			const download = await context.withApproval({ action: 'response:read', site }, () =>
				requestFile(context, format, { ...input, ...span, bom }),
			);
			const quoted = format === 'csv';
			const saved = await saveDownload(download, output, {
				stdout: context.stdout,
				force,
				quoted,
				...(beforeRename && { beforeRename }),
			});
			const responses = output === '-' ? 0 : await countRows(format, output, saved.lines);
			return { file: output, format, bytes: saved.bytes, responses };
		};
		if (!since_last) return save({});
		const { folder, api_url } = context.settings;
		const subject = { api_url: api_url.value, site, format, filter: toFilter(filter) };
		const progress = openProgress(folder, subject);
		return runAlone(`${progress.path}.lock`, async () => {
			const last = progress.read();
			const after = restart ? undefined : last;
			const { cursor } = await context.client.getResponseCursor({ site });
			const span = { changed_before: cursor, ...(after !== undefined && { changed_after: after }) };
			const saved = await save(span, (draft) => progress.prepare(cursor, draft, output)).catch(
				explainExpired,
			);
			progress.complete(cursor);
			return saved;
		});
	},
	render: ({ file, responses }) =>
		file === '-' ? '' : `Wrote ${count(responses, 'response')} to ${file}.`,
});

type Span = { changed_after?: string; changed_before?: string };
type Input = Parameters<Context['client']['exportResponses']>[0];

function requestFile(
	{ client }: Context,
	format: (typeof exportFormats)[number],
	input: Input,
): Promise<Download> {
	if (format === 'csv') return client.exportResponses(input);
	const { bom: _, ...plain } = input;
	if (format === 'xlsx') return client.exportResponsesXlsx(plain);
	if (format === 'ndjson') return client.exportResponseLines(plain);
	return client.exportResponsesParquet(plain);
}

type Given = { output: string; since_last: boolean; restart: boolean };

function checkOptions({ output, since_last, restart }: Given, { structured }: Context): void {
	const next = [['feedback', 'response', 'export', '--help']];
	requireFile(output, structured, 'the responses need', 'response export');
	if (output === '-' && since_last) {
		throw new Failure('usage', 'With --since-last, --output is missing.', {
			hint: 'Only with a file can the command know that everything has arrived.',
			next,
		});
	}
	if (restart && !since_last) {
		throw new Failure('usage', '--restart works with --since-last only.', { next });
	}
}

function explainExpired(error: unknown): never {
	if (!(error instanceof ApiError) || error.code !== 'cursor_expired') throw error;
	throw new Failure(
		'cursor_expired',
		'The database has been restored or has failed over since the last export, so it is unknown what has changed since then.',
		{
			hint: 'Add --restart to export everything again, and replace your rows by ID.',
			cause: error,
		},
	);
}
