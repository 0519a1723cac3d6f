import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { Failure } from '../../failure.ts';
import { count } from '../../output/more.ts';
import { saveDownload } from '../../download.ts';
import { filterOptions, toFilter } from './filter.ts';

export const responseExport = defineCommand({
	name: 'response export',
	summary: 'Write all responses as CSV or as lines of JSON.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		...filterOptions,
		format: option(z.enum(['csv', 'ndjson']).default('csv'), 'csv or ndjson.', 'format'),
		output: option(z.string().min(1).default('-'), 'A file; defaults to standard output.', 'file'),
		force: option(z.boolean().default(false), 'Replace an existing file.'),
	}),
	output: z.object({
		file: z.string(),
		format: z.enum(['csv', 'ndjson']),
		bytes: z.number().int(),
		responses: z.number().int(),
	}),
	examples: [
		{
			text: 'Export for a spreadsheet',
			line: 'response export --prompt <prompt_uuid> --output answers.csv',
		},
		{ text: 'Pipe into another program', line: 'response export --format ndjson | jq .answers' },
	],
	async run({ format, output, force, ...filter }, context) {
		if (output === '-' && context.structured) {
			throw new Failure('usage', 'With --json, the responses need a file: --output is missing.', {
				hint: 'Without --json, they go to standard output as they are.',
				next: [['feedback', 'response', 'export', '--help']],
			});
		}
		const site = await context.site();
		const input = { site, ...toFilter(filter) };
		const download = await context.withApproval({ action: 'response:read', site }, () =>
			format === 'csv'
				? context.client.exportResponses(input)
				: context.client.exportResponseLines(input),
		);
		const { bytes, lines } = await saveDownload(download, output, {
			force,
			quoted: format === 'csv',
		});
		const responses = format === 'csv' ? Math.max(0, lines - 1) : lines;
		return { file: output, format, bytes, responses };
	},
	render: ({ file, responses }) =>
		file === '-' ? '' : `Wrote ${count(responses, 'response')} to ${file}.`,
});
