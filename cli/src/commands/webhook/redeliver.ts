import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { instant, option } from '../../describe.ts';
import { Failure } from '../../failure.ts';
import { count } from '../../output/more.ts';
import { destinationUuid } from './describe.ts';
import { uuidSchema } from '../../uuid.ts';

export const webhookRedeliver = defineCommand({
	name: 'webhook redeliver',
	summary: 'Send one message again, or everything in a period.',
	need: 'response:read',
	place: 'site',
	changes: true,
	options: z.object({
		destination: destinationUuid,
		message: option(uuidSchema.optional(), 'Only this message.', 'message_uuid'),
		since: instant('Everything since a day or a time, with --until.'),
		until: instant('Everything before a day or a time, with --since.'),
		delivered: option(z.boolean().default(false), 'Include what was already delivered.'),
	}),
	positionals: ['destination'],
	output: z.object({ messages: z.number().int() }),
	examples: [
		{
			text: 'One message, with the same ID',
			line: 'webhook redeliver <destination_uuid> --message <message_uuid>',
		},
		{
			text: 'What a receiver missed in an hour',
			line: 'webhook redeliver <destination_uuid> --since 2026-01-31T09:00:00Z --until 2026-01-31T10:00:00Z',
		},
	],
	async run({ destination, message, since, until, delivered }, context) {
		const { client, dryRun, describeDryRun, withApproval } = context;
		const span = since !== undefined && until !== undefined;
		if ((message === undefined) !== span || (since === undefined) !== (until === undefined)) {
			throw new Failure('usage', 'Pass --message, or --since and --until.', {
				next: [['feedback', 'webhook', 'redeliver', '--help']],
			});
		}
		const site = await context.site();
		const grant = { action: 'response:read', site } as const;
		if (dryRun)
			return describeDryRun(`send messages to the destination ${destination} again`, grant);
		if (message !== undefined) {
			await withApproval(grant, () => client.redeliverMessage({ site, destination, message }));
			return { messages: 1 };
		}
		let [from, messages]: [string | null, number] = [since!, 0];
		while (from !== null) {
			const body = { since: from, until: until!, delivered };
			const part: { messages: number; next: string | null } = await withApproval(grant, () =>
				client.redeliverMessages({ site, destination, ...body }),
			);
			messages += part.messages;
			from = part.next;
		}
		return { messages };
	},
	render: ({ messages }) => `Sending ${count(messages, 'message')} again.`,
});
