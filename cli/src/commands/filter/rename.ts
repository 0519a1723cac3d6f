import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option, promptUuid } from '../../describe.ts';
import { cleanLine } from '../../output/clean.ts';
import { filterName, findSavedFilter, savedFilter } from './options.ts';

export const filterRename = defineCommand({
	name: 'filter rename',
	summary: 'Rename a saved filter.',
	need: 'prompt:draft',
	place: 'site',
	changes: true,
	options: z.object({
		prompt: promptUuid,
		filter: savedFilter,
		name: option(filterName, 'The new name.', 'name'),
	}),
	positionals: ['prompt', 'filter'],
	output: routes.updateSavedFilter.output,
	examples: [
		{
			text: 'A clearer name',
			line: 'filter rename <prompt_uuid> Detractors --name "Unhappy, Pro"',
		},
	],
	async run({ prompt, filter, name }, context) {
		const site = await context.site();
		const grant = { action: 'prompt:draft', site } as const;
		const { id } = await findSavedFilter(context, site, prompt, filter);
		if (context.dryRun) return context.describeDryRun(`rename the filter "${filter}"`, grant);
		return context.withApproval(grant, () =>
			context.client.updateSavedFilter({ site, prompt, saved_filter: id, name }),
		);
	},
	render: ({ name, changed }) =>
		changed
			? `Renamed the filter to "${cleanLine(name)}".`
			: `The filter already has the name "${cleanLine(name)}".`,
});
