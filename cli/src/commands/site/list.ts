import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { Failure } from '../../failure.ts';
import { listAllSites } from '../../place.ts';
import { cursor, limit } from '../../describe.ts';
import { moment } from '../../output/more.ts';
import { renderPage } from '../../output/table.ts';

export const siteList = defineCommand({
	name: 'site list',
	summary: 'List the sites that you may see.',
	need: 'connection',
	place: 'workspace',
	options: z.object({ limit, cursor }),
	output: routes.listSites.output,
	examples: [
		{ text: 'Find the UUID for --site', line: 'site list' },
		{ text: 'For a script', line: 'site list --fields id,site_id,name' },
	],
	async run(options, { client, settings }) {
		const workspaces = settings.workspace
			? [{ id: settings.workspace.value }]
			: (await client.whoami()).workspaces;
		const [only, ...others] = workspaces;
		if (only && others.length === 0) return client.listSites({ workspace: only.id, ...options });
		// A cursor continues the list of one workspace.
		if (options.cursor !== undefined) {
			throw new Failure('usage', '--cursor needs --workspace: there are several.', {
				next: [['feedback', 'whoami']],
			});
		}
		return { items: await listAllSites(client, workspaces), next: null };
	},
	render: (page, paint) =>
		renderPage(
			page,
			'There are no sites yet. "feedback site create --name <name>" makes one.',
			[
				{ head: 'SITE', cell: ({ name }) => name },
				{ head: 'SITE ID', cell: ({ site_id }) => site_id },
				{ head: 'FIRST EVENT', cell: ({ first_event_at }) => moment(first_event_at) },
				{ head: 'WORKSPACE UUID', cell: ({ workspace }) => workspace },
				{ head: 'SITE UUID', cell: ({ id }) => id },
			],
			paint,
		),
});
