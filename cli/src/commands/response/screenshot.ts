import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { requireFile, saveDownload } from '../../download.ts';

export const responseScreenshot = defineCommand({
	name: 'response screenshot',
	summary: 'Download a picture that a visitor sent.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		response: option(z.uuid(), 'The response; "response list" shows them.', 'response_uuid'),
		screenshot: option(
			z.uuid(),
			'The picture: the answer to a question of the type screenshot.',
			'screenshot_uuid',
		),
		output: option(z.string().min(1).default('-'), 'A file; defaults to standard output.', 'file'),
		force: option(z.boolean().default(false), 'Replace an existing file.'),
	}),
	positionals: ['response', 'screenshot'],
	output: z.object({ file: z.string(), bytes: z.number().int() }),
	examples: [
		{
			text: 'Save a picture',
			line: 'response screenshot <response_uuid> <screenshot_uuid> --output bug.webp',
		},
	],
	async run({ response, screenshot, output, force }, context) {
		const { client, stdout, structured } = context;
		requireFile(output, structured, 'the picture needs', 'response screenshot');
		const site = await context.site();
		const download = await context.withApproval({ action: 'response:read', site }, () =>
			client.getScreenshot({ site, response, screenshot }),
		);
		const { bytes } = await saveDownload(download, output, { stdout, force, quoted: false });
		return { file: output, bytes };
	},
	render: ({ file, bytes }) =>
		file === '-' ? '' : `Wrote ${Math.ceil(bytes / 1_000)} kB to ${file}.`,
});
