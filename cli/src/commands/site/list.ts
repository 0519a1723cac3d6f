import type { Client } from '@feedback/client';
import { routes, type RouteOutput } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { cursor, limit } from '../../describe.ts';
import { Failure } from '../../failure.ts';
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
		if (settings.workspace) {
			return client.listSites({ workspace: settings.workspace.value, ...options });
		}
		const { workspaces } = await client.whoami();
		return listAcross(
			client,
			workspaces.map(({ id }) => id),
			options,
		);
	},
	render: (page, paint) =>
		renderPage(
			page,
			'There are no sites yet. "feedback site create --name <name>" makes one.',
			[
				{ head: 'SITE', cell: ({ name, sample }) => (sample ? `${name} (made up)` : name) },
				{ head: 'SITE ID', cell: ({ site_id }) => site_id },
				{ head: 'FIRST EVENT', cell: ({ first_event_at }) => moment(first_event_at) },
				{ head: 'WORKSPACE UUID', cell: ({ workspace }) => workspace },
				{ head: 'SITE UUID', cell: ({ id }) => id },
			],
			paint,
		),
});

/**
 * A page of the sites of several workspaces, one workspace after the other. Its cursor names the workspace in which the
 * next page begins, and the cursor there, which is empty at the beginning.
 */
async function listAcross(
	client: Client,
	workspaces: readonly string[],
	{ limit: size, cursor: from }: { limit: number; cursor?: string | undefined },
): Promise<RouteOutput<'listSites'>> {
	const [, first, inFirst] = /^([^:]*):(.*)$/.exec(from ?? `${workspaces[0]}:`) ?? [];
	const start = workspaces.indexOf(first ?? '');
	if (start < 0 && from !== undefined) {
		throw new Failure('usage', 'The cursor does not belong to this list.');
	}
	const items: RouteOutput<'listSites'>['items'] = [];
	for (const workspace of workspaces.slice(start)) {
		if (items.length === size) return { items, next: `${workspace}:` };
		const at = workspace === first && inFirst ? { cursor: inFirst } : {};
		const page = await client.listSites({ workspace, limit: size - items.length, ...at });
		items.push(...page.items);
		if (page.next !== null) return { items, next: `${workspace}:${page.next}` };
	}
	return { items, next: null };
}
