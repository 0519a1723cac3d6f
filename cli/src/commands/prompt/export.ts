import { isSavedAudience } from '@feedback/contract';
import type { Prompt } from '@feedback/contract';
import { writePromptFile } from '@feedback/contract/prompt-file';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option, promptUuid } from '../../describe.ts';
import { writeNewFile } from '../../write-file.ts';

export const promptExport = defineCommand({
	name: 'prompt export',
	summary: 'Write a prompt to a file that can be saved again.',
	need: 'connection',
	place: 'site',
	options: z.object({
		prompt: promptUuid,
		revision: option(
			z.coerce.number().int().min(1).optional(),
			'The revision; defaults to the latest.',
			'integer',
		),
		format: option(z.enum(['yaml', 'json']).default('yaml'), 'yaml or json.', 'format'),
		output: option(z.string().min(1).optional(), 'A file; defaults to standard output.', 'file'),
		force: option(z.boolean().default(false), 'Replace an existing file.'),
	}),
	positionals: ['prompt'],
	output: z.object({
		prompt: z.string(),
		revision: z.number().int(),
		sha256: z.string(),
		format: z.enum(['yaml', 'json']),
		file: z.string().nullable(),
		text: z.string(),
	}),
	examples: [
		{
			text: 'Add a prompt to the repository',
			line: 'prompt export <prompt_uuid> --output prompt.yaml',
		},
		{
			text: 'Look at revision 2 as JSON',
			line: 'prompt export <prompt_uuid> --revision 2 --format json',
		},
	],
	async run({ prompt, revision, format, output, force }, { client, site: findSite }) {
		const site = await findSite();
		const found =
			revision === undefined
				? (await client.getPrompt({ site, prompt })).latest
				: await client.getRevision({ site, prompt, revision });
		const text = writePromptFile(withoutSavedRule(found.content), format);
		if (output) writeNewFile(output, text, force);
		const { sha256 } = found;
		return { prompt, revision: found.revision, sha256, format, file: output ?? null, text };
	},
	render: ({ file, revision, text }) => (file ? `Wrote revision ${revision} to ${file}.` : text),
});

/**
 * Saving fills in the rule of a saved audience; in a file, the rule would only prevent changing the audience's version.
 */
function withoutSavedRule({ audience, ...content }: Prompt): Prompt {
	if (!isSavedAudience(audience)) return { ...content, ...(audience && { audience }) };
	const { rule: _, ...named } = audience;
	return { ...content, audience: named };
}
