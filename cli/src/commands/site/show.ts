import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { moment } from '../../output/more.ts';
import { renderFacts } from '../../output/table.ts';

export const siteShow = defineCommand({
	name: 'site show',
	summary: 'Show a site.',
	need: 'connection',
	place: 'site',
	options: z.object({}),
	output: routes.getSite.output,
	examples: [{ text: 'The site of feedback.json', line: 'site show' }],
	run: async (_, { client, site }) => client.getSite({ site: await site() }),
	render: (site, paint) =>
		renderFacts(
			[
				['Site', site.sample ? `${site.name} (made up)` : site.name],
				['Site ID', site.site_id],
				['Site UUID', site.id],
				['Workspace', site.workspace],
				['Created', moment(site.created_at)],
				['First event', moment(site.first_event_at)],
			],
			paint,
		),
});
