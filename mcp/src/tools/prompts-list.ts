import { limits, promptSummarySchema } from '@feedback/contract';
import { z } from 'zod';

import { cursor, limit, site } from '../inputs.ts';
import { findSite } from '../place.ts';
import { defineTool } from '../tool.ts';

export const promptsList = defineTool({
	name: 'prompts_list',
	title: 'List prompts',
	description: 'The prompts of a site: state, revisions, displays and responses.',
	commands: ['prompt list'],
	need: 'connection',
	effect: 'reads',
	input: z.strictObject({
		site,
		state: promptSummarySchema.shape.state.optional(),
		limit: limit(limits.management.page.max, limits.management.page.default),
		cursor,
	}),
	output: z.object({ items: z.array(promptSummarySchema), next: z.string().nullable() }),
	run: async ({ site: named, ...query }, context) =>
		context.client.listPrompts(
			{ site: await findSite(context, named), ...query },
			{ signal: context.signal },
		),
});
