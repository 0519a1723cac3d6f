import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { idempotencyKey, option, promptUuid } from '../../describe.ts';
import { createOnce } from '../../idempotency.ts';
import { cleanLine } from '../../output/clean.ts';
import { filterName } from './options.ts';
import { filterParts, readFilter } from './parts.ts';

export const filterSave = defineCommand({
	name: 'filter save',
	summary: 'Save a filter for the results of a prompt under a name.',
	need: 'prompt:draft',
	place: 'site',
	changes: true,
	options: z.object({
		prompt: promptUuid,
		name: option(filterName, 'Its name, for everyone who can see the site.', 'name'),
		...filterParts,
		idempotency_key: idempotencyKey,
	}),
	positionals: ['prompt'],
	output: routes.createSavedFilter.output,
	examples: [
		{
			text: 'Detractors of the last month',
			line: `filter save <prompt_uuid> --name Detractors --days 30 --condition '{"answer":"score","op":"at_most","value":6}'`,
		},
	],
	async run({ prompt, name, idempotency_key: given, ...written }, context) {
		const filter = readFilter(written, 'filter save');
		const site = await context.site();
		const grant = { action: 'prompt:draft', site } as const;
		if (context.dryRun) return context.describeDryRun(`save the filter "${name}"`, grant);
		const { client } = context;
		return context.withApproval(grant, () =>
			createOnce(
				{ given, parts: ['filter', site, prompt, name, filter] },
				(options) => client.createSavedFilter({ site, prompt, name, filter }, options),
				async ({ id }) =>
					!(await client.listSavedFilters({ site, prompt })).items.some((saved) => saved.id === id),
			),
		);
	},
	render: ({ name }, paint) =>
		[
			`Saved the filter "${cleanLine(name)}".`,
			paint.dim(`Use it: feedback response summary <prompt_uuid> --filter "${cleanLine(name)}"`),
		].join('\n'),
});
