import { routes } from '@feedback/contract';
import { z } from 'zod';

import { runWithApproval } from '../approval.ts';
import { prompt, since, site, variant } from '../inputs.ts';
import { findSite } from '../place.ts';
import { defineTool } from '../tool.ts';

export const responsesSummary = defineTool({
	name: 'responses_summary',
	title: 'Figures of a prompt',
	description:
		'Displays, responses, and each question in figures: counts, mean and NPS with their 95 % bounds. Needs an approval.',
	commands: ['response summary'],
	need: 'connection',
	effect: 'reads',
	fromVisitors: true,
	input: z.strictObject({ site, prompt, variant, since, until: since }),
	output: routes.summarizeResponses.output,
	async run({ site: named, ...query }, context) {
		const { client, signal } = context;
		const place = await findSite(context, named);
		return runWithApproval(context, { action: 'response:read', site: place }, () =>
			client.summarizeResponses({ site: place, ...query }, { signal }),
		);
	},
});
