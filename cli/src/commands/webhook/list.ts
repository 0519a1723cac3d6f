import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { moment } from '../../output/more.ts';
import { renderPage } from '../../output/table.ts';
import { describeState } from './describe.ts';

export const webhookList = defineCommand({
	name: 'webhook list',
	summary: 'List the destinations of a site.',
	need: 'response:read',
	place: 'site',
	options: z.object({}),
	output: routes.listDestinations.output,
	examples: [{ text: 'Webhooks, Slack and e-mail of a site', line: 'webhook list' }],
	async run(_, { client, site: findSite, withApproval }) {
		const site = await findSite();
		return withApproval({ action: 'response:read', site }, () => client.listDestinations({ site }));
	},
	render: (page, paint) =>
		renderPage(
			page,
			'There are no destinations.',
			[
				{ head: 'NAME', cell: ({ name }) => name },
				{ head: 'KIND', cell: ({ kind }) => kind },
				{ head: 'HOST', cell: ({ host }) => host },
				{ head: 'STATE', cell: describeState },
				{ head: 'DELIVERED', cell: ({ last_delivered_at }) => moment(last_delivered_at) },
				{ head: 'UUID', cell: ({ id }) => id },
			],
			paint,
		),
});
