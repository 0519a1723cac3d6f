import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { destinationUuid, renderDestination } from './describe.ts';

export const webhookShow = defineCommand({
	name: 'webhook show',
	summary: 'Show a destination and its state.',
	need: 'response:read',
	place: 'site',
	options: z.object({ destination: destinationUuid }),
	positionals: ['destination'],
	output: routes.getDestination.output,
	examples: [{ text: 'Does it work?', line: 'webhook show <destination_uuid>' }],
	async run({ destination }, { client, site: findSite, withApproval }) {
		const site = await findSite();
		return withApproval({ action: 'response:read', site }, () =>
			client.getDestination({ site, destination }),
		);
	},
	render: renderDestination,
});
