import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { eventTypeSchema } from '../messages/event-types.ts';
import { webhookSecretSchema } from '../messages/webhook-secret.ts';
import { responseConditionSchema } from '../response-condition.ts';
import { instantSchema } from '../routes/route.ts';
import { destinationKinds } from './destination-kind.ts';
import { emailScheduleSchema, trackerSchema, type DestinationSetting } from './settings.ts';
import { slackChannelSchema } from './slack-channel.ts';

/** `person`: someone paused it. `failing`: no delivery succeeded for days. `gone`: the receiver responded with 410. */
export const pauseCauses = ['person', 'failing', 'gone'] as const;

/** A stored destination, without its secrets. */
export const destinationSchema = z
	.object({
		id: uuidSchema,
		kind: z.enum(destinationKinds),
		name: z.string(),
		/** Host of the URL, or the domains of the recipients. */
		host: z.string(),
		/** The URL of a webhook, for owners; null for everyone else, and for the other kinds: Slack's URL is a secret. */
		url: z.string().nullable(),
		event_types: z.array(eventTypeSchema),
		prompts: z.array(uuidSchema).nullable(),
		condition: responseConditionSchema.nullable(),
		partial: z.boolean(),
		include_visitor: z.boolean(),
		/** For e-mail only. */
		recipients: z
			.array(
				z.object({
					address: z.string(),
					/** False while an address that belongs to no member waits for confirmation: nothing is sent to it. */
					confirmed: z.boolean(),
					/** When the last confirmation e-mail was sent; null when none was. */
					confirmation_sent_at: instantSchema.nullable(),
					unsubscribed_at: instantSchema.nullable(),
				}),
			)
			.nullable(),
		schedule: emailScheduleSchema.nullable(),
		/** Where issues are created; null for kinds that create none. */
		tracker: trackerSchema.nullable(),
		/** The channel of Slack, if an owner connected it; null for a webhook URL that was pasted, and for other kinds. */
		channel: slackChannelSchema.nullable(),
		/** When the next digest is due; null without one. */
		next_digest_at: instantSchema.nullable(),
		state: z.enum(['active', 'paused']),
		pause_cause: z.enum(pauseCauses).nullable(),
		paused_at: instantSchema.nullable(),
		/** Since when every attempt has failed; null while it works. */
		failing_since: instantSchema.nullable(),
		last_delivered_at: instantSchema.nullable(),
		/** Until when two secrets sign; null while there is one. */
		rotation_ends_at: instantSchema.nullable(),
		/** Deliveries that wait, retries included. */
		waiting: z.number().int(),
		created_at: instantSchema,
		updated_at: instantSchema,
	} satisfies z.core.$ZodShape & Record<Exclude<DestinationSetting, 'token'>, z.ZodType>)
	.meta({ id: 'Destination' });

export type Destination = z.output<typeof destinationSchema>;

/** A connection's request: for a new destination, or a change of one. */
export const destinationRequestSchema = z
	.object({
		id: uuidSchema,
		connection: z.object({ id: uuidSchema, kind: z.enum(['cli', 'mcp', 'ci']), name: z.string() }),
		site: uuidSchema,
		site_name: z.string(),
		/** The destination to change; null for a new one. */
		destination: uuidSchema.nullable(),
		kind: z.enum(destinationKinds),
		/** Host that would receive visitors' text. */
		host: z.string(),
		/** All settings after the change; without secrets such as the URL of Slack. */
		settings: z.record(z.string(), z.unknown()),
		/** Hash that identifies the request: an approval repeats it. */
		sha256: z.string(),
		state: z.enum(['pending', 'approved', 'denied', 'expired']),
		/** The destination that the approval created or changed. */
		result: uuidSchema.nullable(),
		created_at: instantSchema,
		expires_at: instantSchema,
		/** URL of the page on which a person decides. */
		url: z.string(),
	})
	.meta({ id: 'DestinationRequest' });

/** A new destination, with the secret that is shown once; null for other kinds than webhooks. */
export const createdDestinationSchema = destinationSchema.extend({
	secret: webhookSecretSchema.nullable(),
});
