import { routes } from '@feedback/contract';
import { z } from 'zod';

import { runWithApproval } from '../approval.ts';
import { condition, filter, prompt, revision, since, site, variant } from '../inputs.ts';
import { findSite } from '../place.ts';
import { defineTool } from '../tool.ts';

export const responsesSummary = defineTool({
	name: 'responses_summary',
	title: 'Figures of a prompt',
	description:
		'Response rate; counts, shares, mean, CSAT and NPS per question, with 95% bounds valid while watched. Call again until counted is 1. Needs an approval.',
	commands: ['response summary'],
	need: 'connection',
	effect: 'reads',
	fromVisitors: true,
	input: z.strictObject({
		site,
		prompt,
		variant,
		revision: revision.optional(),
		condition,
		filter,
		since,
		until: since,
	}),
	output: routes.summarizeResponses.output,
	async run({ site: named, ...query }, context) {
		const { client, signal } = context;
		const place = await findSite(context, named);
		return runWithApproval(context, { action: 'response:read', site: place }, () =>
			client.summarizeResponses({ site: place, ...query }, { signal }),
		);
	},
});
