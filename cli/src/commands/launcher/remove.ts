import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { renderChanged } from './render.ts';

export const launcherRemove = defineCommand({
	name: 'launcher remove',
	summary: 'Remove the feedback button of a site.',
	need: 'launcher:set',
	place: 'site',
	changes: true,
	options: z.object({}),
	output: routes.setLauncher.output,
	examples: [{ text: 'The prompt stays published', line: 'launcher remove' }],
	async run(_, context) {
		const site = await context.site();
		const grant = { action: 'launcher:set', site, launcher: null } as const;
		if (context.dryRun) return context.describeDryRun('remove the feedback button', grant);
		return context.withApproval(grant, () => context.client.setLauncher({ site, launcher: null }));
	},
	render: renderChanged,
});
