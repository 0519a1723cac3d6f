import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option, promptUuid } from '../../describe.ts';
import { withConflict } from './conflict.ts';
import { renderChange } from './state.ts';

export const promptPublish = defineCommand({
	name: 'prompt publish',
	summary: 'Publish a revision of a prompt.',
	need: 'prompt:publish',
	place: 'site',
	changes: true,
	options: z.object({
		prompt: promptUuid,
		revision: option(
			z.coerce.number().int().min(1),
			'The revision; "prompt show" tells the latest.',
			'integer',
		),
	}),
	positionals: ['prompt'],
	output: routes.publishPrompt.output,
	examples: [
		{ text: 'Publish revision 2', line: 'prompt publish <prompt_uuid> --revision 2' },
		{
			text: 'In a script: wait up to five minutes for the approval',
			line: 'prompt publish <prompt_uuid> --workspace <workspace_uuid> --site <site_uuid> --revision 2 --wait=300 --json',
		},
	],
	async run({ prompt, revision }, context) {
		const site = await context.site();
		// A grant binds this revision: nothing that is saved meanwhile can take its place.
		const wanted = { action: 'prompt:publish', site, prompt, revision } as const;
		if (context.dryRun) {
			const { content } = await context.client.getRevision({ site, prompt, revision });
			return context.foresee(`publish revision ${revision} of "${content.survey_id}"`, wanted);
		}
		return withConflict(context, { site, prompt }, () =>
			context.approved(wanted, () => context.client.publishPrompt({ site, prompt, revision })),
		);
	},
	render: renderChange,
});
