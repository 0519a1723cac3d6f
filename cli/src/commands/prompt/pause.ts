import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { promptUuid } from '../../describe.ts';
import { renderChange } from './state.ts';

export const promptPause = defineCommand({
	name: 'prompt pause',
	summary: 'Pause a published prompt.',
	need: 'prompt:publish',
	place: 'site',
	changes: true,
	options: z.object({ prompt: promptUuid }),
	positionals: ['prompt'],
	output: routes.pausePrompt.output,
	examples: [
		{
			text: 'Stop displaying it; late answers are still stored',
			line: 'prompt pause <prompt_uuid>',
		},
	],
	async run({ prompt }, { client, site: findSite, dryRun, describeDryRun, withApproval }) {
		const site = await findSite();
		const grant = { action: 'prompt:publish', site, prompt } as const;
		if (dryRun) return describeDryRun(`pause the prompt ${prompt}`, grant);
		return withApproval(grant, () => client.pausePrompt({ site, prompt }));
	},
	render: renderChange,
});
