import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { followRequest } from './ask-person.ts';
import { destinationUuid, renderDestination } from './describe.ts';
import { readChange, settingsOptions } from './settings.ts';

export const webhookUpdate = defineCommand({
	name: 'webhook update',
	summary: 'Ask a person to change a destination.',
	need: 'response:read',
	place: 'site',
	changes: true,
	options: z.object({ destination: destinationUuid, ...settingsOptions }),
	positionals: ['destination'],
	output: routes.getDestination.output,
	examples: [
		{
			text: 'Send changes too',
			line: 'webhook update <destination_uuid> --events response.closed,response.updated --wait',
		},
	],
	async run({ destination, ...options }, context) {
		const { client, dryRun, describeDryRun, site: findSite, withApproval } = context;
		const site = await findSite();
		const change = await readChange(context, options);
		const grant = { action: 'response:read', site } as const;
		if (dryRun)
			return describeDryRun(`ask a person to change the destination ${destination}`, grant);
		const request = await withApproval(grant, () =>
			client.requestDestinationChange({ site, destination, ...change }),
		);
		return followRequest(context, request);
	},
	render: renderDestination,
});
