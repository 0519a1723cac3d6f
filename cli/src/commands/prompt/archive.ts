import { routes } from '@feedback/contract';
import { z } from 'zod';

import { interrupted } from '../../interruption.ts';
import { defineCommand } from '../../command.ts';
import { option, promptUuid } from '../../describe.ts';
import { renderChange } from './state.ts';

export const promptArchive = defineCommand({
	name: 'prompt archive',
	summary: 'Archive a prompt; its responses are kept.',
	need: 'prompt:publish',
	place: 'site',
	changes: true,
	options: z.object({
		prompt: promptUuid,
		yes: option(z.boolean().default(false), 'Do not ask whether you are sure.'),
	}),
	positionals: ['prompt'],
	output: routes.archivePrompt.output,
	examples: [
		{ text: 'Archive a prompt that is no longer needed', line: 'prompt archive <prompt_uuid>' },
	],
	async run(
		{ prompt, yes },
		{ client, site: findSite, dryRun, describeDryRun, withApproval, ask },
	) {
		const site = await findSite();
		const grant = { action: 'prompt:publish', site, prompt } as const;
		if (dryRun) return describeDryRun(`archive the prompt ${prompt}`, grant);
		if (!yes && ask && !(await ask.confirm(`Archive the prompt ${prompt}?`))) throw interrupted();
		return withApproval(grant, () => client.archivePrompt({ site, prompt }));
	},
	render: renderChange,
});
