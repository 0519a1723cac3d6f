import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { confirmedName, option, promptUuid } from '../../describe.ts';
import { deleteOne } from '../deletion/delete-one.ts';
import { renderDeletion } from '../deletion/render.ts';

export const promptDelete = defineCommand({
	name: 'prompt delete',
	summary: 'Delete a draft; only a person can delete a published prompt.',
	need: 'prompt:draft',
	place: 'site',
	changes: true,
	options: z.object({
		prompt: promptUuid,
		confirm: confirmedName,
		keep_responses: option(z.boolean().default(false), 'Keep what visitors answered.'),
	}),
	positionals: ['prompt'],
	output: routes.deletePrompt.output,
	examples: [
		{ text: 'Count what would be deleted', line: 'prompt delete <prompt_uuid> --dry-run' },
		{ text: 'In a script', line: 'prompt delete <prompt_uuid> --confirm "After an export"' },
		{
			text: 'One that was published: wait until a person has deleted it',
			line: 'prompt delete <prompt_uuid> --wait',
		},
	],
	async run({ prompt, confirm, keep_responses }, context) {
		const { client } = context;
		const site = await context.site();
		return deleteOne(
			context,
			{
				kind: 'prompt',
				argv: ['prompt', 'delete', prompt, '--site', site],
				preview: () => client.previewPromptDeletion({ site, prompt }),
				request: {
					grant: { action: 'prompt:draft', site },
					run: (name) => client.deletePrompt({ site, prompt, confirm: name, keep_responses }),
				},
			},
			confirm,
		);
	},
	render: renderDeletion,
});
