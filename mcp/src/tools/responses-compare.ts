import { routes } from '@feedback/contract';
import { z } from 'zod';

import { runWithApproval } from '../approval.ts';
import { prompt, revision, since, site, variant } from '../inputs.ts';
import { findSite } from '../place.ts';
import { defineTool } from '../tool.ts';

const side = z
	.strictObject({
		name: z.string().optional().describe('What the sentences call it'),
		trait: z.array(z.string()).optional().describe('key:value; all of them hold'),
		account: z.string().optional(),
		revision: revision.optional(),
		variant,
		since,
		until: since,
	})
	.describe('A part of the responses; {} is everyone');

export const responsesCompare = defineTool({
	name: 'responses_compare',
	title: 'Two parts of the responses side by side',
	description:
		'Compares segments, periods, revisions or variants of a prompt: each difference with its 95 % interval, a sentence that says whether it is real, and about how many more answers would show one. Needs an approval.',
	commands: ['response compare'],
	need: 'connection',
	effect: 'reads',
	fromVisitors: true,
	input: z.strictObject({ site, prompt, one: side, other: side }),
	output: routes.compareResponses.output,
	async run({ site: named, prompt: of, one, other }, context) {
		const { client, signal } = context;
		const place = await findSite(context, named);
		const sides = { one: JSON.stringify(one), other: JSON.stringify(other) };
		return runWithApproval(context, { action: 'response:read', site: place }, () =>
			client.compareResponses({ site: place, prompt: of, ...sides }, { signal }),
		);
	},
});
