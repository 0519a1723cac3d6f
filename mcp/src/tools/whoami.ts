import { routes, siteSchema } from '@feedback/contract';
import { z } from 'zod';

import { listSites } from '../place.ts';
import { defineTool } from '../tool.ts';

const { kind, connection, grants, workspaces, agents_paused } = routes.whoami.output.shape;

export const whoami = defineTool({
	name: 'whoami',
	title: 'Who is signed in, and where',
	description:
		'Workspaces and sites that this connection may see, and its approvals. Needs a sign-in; proposing a prompt does not.',
	commands: ['whoami', 'site list', 'site show'],
	need: 'connection',
	effect: 'reads',
	input: z.strictObject({}),
	output: z.object({
		kind,
		connection,
		grants,
		workspaces,
		agents_paused,
		sites: z.array(siteSchema),
	}),
	async run(_, context) {
		const { client, scope, signal } = context;
		const caller = await client.whoami(undefined, { signal });
		const sites = await listSites(context, caller.workspaces);
		const pinned = scope.workspace ?? (scope.site && sites[0]?.workspace);
		return {
			...caller,
			workspaces: caller.workspaces.filter(({ id }) => pinned === undefined || id === pinned),
			sites,
		};
	},
});
