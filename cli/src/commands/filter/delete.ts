import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { promptUuid } from '../../describe.ts';
import { findSavedFilter, savedFilter } from './options.ts';

export const filterDelete = defineCommand({
	name: 'filter delete',
	summary: 'Delete a saved filter; responses are not affected.',
	need: 'prompt:draft',
	place: 'site',
	changes: true,
	options: z.object({ prompt: promptUuid, filter: savedFilter }),
	positionals: ['prompt', 'filter'],
	output: routes.deleteSavedFilter.output,
	examples: [{ text: 'One that nobody uses', line: 'filter delete <prompt_uuid> Detractors' }],
	async run({ prompt, filter }, context) {
		const site = await context.site();
		const grant = { action: 'prompt:draft', site } as const;
		const { id } = await findSavedFilter(context, site, prompt, filter);
		if (context.dryRun) return context.describeDryRun(`delete the filter "${filter}"`, grant);
		return context.withApproval(grant, () =>
			context.client.deleteSavedFilter({ site, prompt, saved_filter: id }),
		);
	},
	render: () => 'Deleted the filter.',
});
