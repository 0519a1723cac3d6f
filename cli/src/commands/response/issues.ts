import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { moment } from '../../output/more.ts';
import { renderTable } from '../../output/table.ts';
import { uuidSchema } from '../../uuid.ts';

export const responseIssues = defineCommand({
	name: 'response issues',
	summary: 'List the issues that answers became, newest first.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		response: option(uuidSchema.optional(), 'Only those with this response.', 'response_uuid'),
		like: option(
			uuidSchema.optional(),
			'First those that share a tag with this response.',
			'response_uuid',
		),
	}),
	output: routes.listIssues.output,
	examples: [
		{ text: 'The issues of a response', line: 'response issues --response <response_uuid>' },
	],
	async run(filter, { client, site: findSite, withApproval }) {
		const site = await findSite();
		const given = Object.fromEntries(
			Object.entries(filter).filter(([, value]) => value !== undefined),
		);
		return withApproval({ action: 'response:read', site }, () =>
			client.listIssues({ site, ...given }),
		);
	},
	render: ({ items }, paint) =>
		items.length === 0
			? 'There are no issues.'
			: renderTable(
					items,
					[
						{ head: 'AT', cell: ({ created_at: at }) => moment(at) },
						{ head: 'ISSUE', cell: ({ key }) => key },
						{ head: 'RESPONSES', cell: ({ responses }) => String(responses) },
						{ head: 'TITLE', cell: ({ title }) => title },
						{ head: 'URL', cell: ({ url }) => url },
					],
					paint,
				),
});
