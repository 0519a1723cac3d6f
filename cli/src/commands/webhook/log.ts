import { deliveryStates, eventTypeSchema, routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { cursor, instant, limit, option } from '../../describe.ts';
import { moment } from '../../output/more.ts';
import { renderPage } from '../../output/table.ts';
import { describeAttempt } from './describe-delivery.ts';
import { destinationUuid } from './describe.ts';

export const webhookLog = defineCommand({
	name: 'webhook log',
	summary: 'List the deliveries of a destination, newest first.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		destination: destinationUuid,
		state: option(
			z.enum(deliveryStates).optional(),
			`Only those in this state: ${deliveryStates.join(', ')}.`,
			'state',
		),
		type: option(eventTypeSchema.optional(), 'Only those of this event type.', 'event_type'),
		since: instant('Only those since a day or a time.'),
		until: instant('Only those before a day or a time.'),
		limit,
		cursor,
	}),
	positionals: ['destination'],
	output: routes.listDeliveries.output,
	examples: [
		{ text: 'What was not delivered', line: 'webhook log <destination_uuid> --state failed' },
	],
	async run({ destination, ...filter }, { client, site: findSite, withApproval }) {
		const site = await findSite();
		return withApproval({ action: 'response:read', site }, () =>
			client.listDeliveries({ site, destination, ...filter }),
		);
	},
	render: (page, paint) =>
		renderPage(
			page,
			'There are no deliveries.',
			[
				{ head: 'AT', cell: ({ at }) => moment(at) },
				{ head: 'TYPE', cell: ({ type, test }) => (test ? `${type} (test)` : type) },
				{ head: 'STATE', cell: ({ state }) => state },
				{ head: 'ATTEMPTS', cell: ({ attempts }) => attempts, right: true },
				{ head: 'LAST ATTEMPT', cell: describeAttempt },
				{ head: 'MESSAGE', cell: ({ message }) => message },
			],
			paint,
		),
});
