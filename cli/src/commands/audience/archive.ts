import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { audienceKey } from './options.ts';

export const audienceArchive = defineCommand({
	name: 'audience archive',
	summary: 'Archive a saved audience that no prompt uses.',
	need: 'prompt:draft',
	place: 'site',
	changes: true,
	options: z.object({ audience: audienceKey }),
	positionals: ['audience'],
	output: routes.archiveAudience.output,
	examples: [{ text: 'New prompts can no longer use it', line: 'audience archive paying-teams' }],
	async run({ audience }, context) {
		const site = await context.site();
		const grant = { action: 'prompt:draft', site } as const;
		if (context.dryRun) return context.describeDryRun(`archive the audience "${audience}"`, grant);
		return context.withApproval(grant, () => context.client.archiveAudience({ site, audience }));
	},
	render: ({ key, changed }) =>
		changed ? `Archived the audience ${key}.` : `The audience ${key} is already archived.`,
});
