import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { cursor, limit, option } from '../../describe.ts';
import { moment } from '../../output/more.ts';
import { renderPage } from '../../output/table.ts';

export const audienceList = defineCommand({
	name: 'audience list',
	summary: 'List the saved audiences of a site.',
	need: 'connection',
	place: 'site',
	options: z.object({
		archived: option(z.boolean().default(false), 'Archived ones too.'),
		limit,
		cursor,
	}),
	output: routes.listAudiences.output,
	examples: [{ text: 'Which audiences a prompt can use', line: 'audience list' }],
	run: async (options, { client, site }) =>
		client.listAudiences({ site: await site(), ...options }),
	render: (page, paint) =>
		renderPage(
			page,
			'There are no saved audiences yet. "feedback audience create" makes one.',
			[
				{ head: 'KEY', cell: ({ key }) => key },
				{ head: 'NAME', cell: ({ name }) => name },
				{ head: 'VERSION', cell: ({ version }) => version, right: true },
				{ head: 'PROMPTS', cell: ({ prompts }) => prompts, right: true },
				{ head: 'UPDATED', cell: ({ updated_at }) => moment(updated_at) },
				{ head: 'ARCHIVED', cell: ({ archived_at }) => (archived_at ? moment(archived_at) : '') },
			],
			paint,
		),
});
