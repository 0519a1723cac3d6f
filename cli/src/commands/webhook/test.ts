import { eventTypeSchema, routes } from '@feedback/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { destinationUuid } from './describe.ts';
import { renderDelivery } from './describe-delivery.ts';

export const webhookTest = defineCommand({
	name: 'webhook test',
	summary: 'Send a sample to a destination, and show the result.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		destination: destinationUuid,
		type: option(
			eventTypeSchema.default('response.closed'),
			'Event type of the sample.',
			'event_type',
		),
		seconds: option(
			z.coerce.number().int().min(0).max(120).default(15),
			'How long to wait for the first attempt.',
			'seconds',
		),
	}),
	positionals: ['destination'],
	output: routes.getDelivery.output,
	examples: [{ text: 'Does the receiver accept it?', line: 'webhook test <destination_uuid>' }],
	async run({ destination, type, seconds }, { client, site: findSite, withApproval }) {
		const site = await findSite();
		const { message } = await withApproval({ action: 'response:read', site }, () =>
			client.testDestination({ site, destination, type }),
		);
		const read = () =>
			withApproval({ action: 'response:read', site }, () =>
				client.getDelivery({ site, destination, message }),
			);
		const ends = Date.now() + seconds * 1_000;
		let delivery = await read();
		while (delivery.attempts === 0 && Date.now() < ends) {
			await pause(500);
			delivery = await read();
		}
		return delivery;
	},
	render: renderDelivery,
});
