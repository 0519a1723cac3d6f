import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { promptUuid } from '../../describe.ts';
import { renderChange } from './state.ts';

export const promptResume = defineCommand({
	name: 'prompt resume',
	summary: 'Publish a paused prompt again, at the same revision.',
	need: 'prompt:publish',
	place: 'site',
	changes: true,
	options: z.object({ prompt: promptUuid }),
	positionals: ['prompt'],
	output: routes.resumePrompt.output,
	examples: [{ text: 'Continue after a pause', line: 'prompt resume <prompt_uuid>' }],
	async run({ prompt }, { client, site: findSite, dryRun, describeDryRun, withApproval }) {
		const site = await findSite();
		const grant = { action: 'prompt:publish', site, prompt } as const;
		if (dryRun) return describeDryRun(`resume the prompt ${prompt}`, grant);
		return withApproval(grant, () => client.resumePrompt({ site, prompt }));
	},
	render: renderChange,
});
