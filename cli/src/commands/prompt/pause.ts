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
			text: 'Nobody sees it from now on; late answers are still kept',
			line: 'prompt pause <prompt_uuid>',
		},
	],
	async run({ prompt }, { client, site: findSite, dryRun, foresee, approved }) {
		const site = await findSite();
		const wanted = { action: 'prompt:publish', site, prompt } as const;
		if (dryRun) return foresee(`pause the prompt ${prompt}`, wanted);
		return approved(wanted, () => client.pausePrompt({ site, prompt }));
	},
	render: renderChange,
});
