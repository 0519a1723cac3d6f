import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { requireFile, saveDownload } from '../../download.ts';
import { countRows } from '../../export/count-rows.ts';
import { exportFormats, exportOptions } from '../../export/format.ts';
import { count } from '../../output/more.ts';
import { filterOptions, toFilter } from '../response/filter.ts';

const displayOptions = z
	.object(filterOptions)
	.omit({ final: true, search: true, figure: true }).shape;

export const displayExport = defineCommand({
	name: 'display export',
	summary: 'Export displays of the last 90 days, answered or not.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		unanswered: option(z.boolean().default(false), 'Only displays without a response.'),
		...displayOptions,
		figure: option(
			z.string().min(1).optional(),
			'Only those that a figure of results counts; "response explain" prints it.',
			'figure',
		),
		...exportOptions,
	}),
	output: z.object({
		file: z.string(),
		format: z.enum(exportFormats),
		bytes: z.number().int(),
		displays: z.number().int(),
	}),
	examples: [
		{
			text: 'Who did not answer a prompt',
			line: 'display export --prompt <prompt_uuid> --unanswered --output unanswered.csv',
		},
	],
	async run({ unanswered, figure, format, output, bom, force, ...filter }, context) {
		const { client, structured, stdout } = context;
		requireFile(output, structured, 'the displays need', 'display export');
		const site = await context.site();
		const { figure: _, ...selected } = toFilter({
			...filter,
			final: false,
			search: undefined,
			figure: undefined,
		});
		const input = {
			site,
			...selected,
			// The service checks it.
			...(figure && { figure: figure as 'displays' }),
			...(unanswered && { answered: 'false' }),
		};
		const download = await context.withApproval({ action: 'response:read', site }, () => {
			if (format === 'csv') return client.exportDisplays({ ...input, bom });
			if (format === 'xlsx') return client.exportDisplaysXlsx(input);
			if (format === 'ndjson') return client.exportDisplayLines(input);
			return client.exportDisplaysParquet(input);
		});
		const quoted = format === 'csv';
		const { bytes, lines } = await saveDownload(download, output, { stdout, force, quoted });
		const displays = output === '-' ? 0 : await countRows(format, output, lines);
		return { file: output, format, bytes, displays };
	},
	render: ({ file, displays }) =>
		file === '-' ? '' : `Wrote ${count(displays, 'display')} to ${file}.`,
});
