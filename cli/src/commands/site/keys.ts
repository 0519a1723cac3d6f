import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { moment } from '../../output/more.ts';
import { renderPage } from '../../output/table.ts';

export const siteKeys = defineCommand({
	name: 'site keys',
	summary: 'List the keys with which backends report events.',
	need: 'connection',
	place: 'site',
	options: z.object({}),
	output: routes.listSiteKeys.output,
	examples: [{ text: 'Which keys are in use', line: 'site keys' }],
	run: async (_, { client, site }) => client.listSiteKeys({ site: await site() }),
	render: (page, paint) =>
		renderPage(
			page,
			'There are no site keys yet. An owner creates one in the dashboard: Settings, Site keys.',
			[
				{ head: 'NAME', cell: ({ name }) => name },
				{ head: 'KEY', cell: ({ prefix }) => `${prefix}…` },
				{ head: 'CREATED', cell: ({ created_at }) => moment(created_at) },
				{ head: 'LAST USED', cell: ({ last_used_at }) => moment(last_used_at) },
				{ head: 'REVOKED', cell: ({ revoked_at }) => moment(revoked_at) },
				{ head: 'SEEN IN A BROWSER', cell: ({ browser_use: use }) => use?.origin ?? '' },
			],
			paint,
		),
});
