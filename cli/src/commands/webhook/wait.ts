import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { followRequest } from './ask-person.ts';
import { renderDestination } from './describe.ts';
import { uuidSchema } from '../../uuid.ts';

export const webhookWait = defineCommand({
	name: 'webhook wait',
	summary: 'Wait until a person has decided on a destination.',
	need: 'response:read',
	options: z.object({
		request: option(uuidSchema, 'The request, as "webhook create" prints it.', 'request_uuid'),
	}),
	positionals: ['request'],
	output: routes.getDestination.output,
	examples: [{ text: 'Wait up to five minutes', line: 'webhook wait <request_uuid> --wait=300' }],
	async run({ request }, context) {
		return followRequest(context, await context.client.getDestinationRequest({ request }));
	},
	render: renderDestination,
});
