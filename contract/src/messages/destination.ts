import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { responseConditionSchema } from '../response-condition.ts';
import { instantSchema } from '../routes/route.ts';
import { findRuleIssues } from '../saved-audience.ts';
import { timeZoneSchema } from '../site-settings.ts';
import { nameText } from '../text.ts';
import { eventTypeSchema, type EventType } from './event-types.ts';
import { webhookSecretSchema } from './webhook-secret.ts';

/** Kinds of destinations for a site's messages. */
export const destinationKinds = ['webhook', 'slack', 'email'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** An `https:` address without credentials and without a fragment; `http:` only where the operator allows a network. */
export const webhookUrlSchema = z
	.string()
	.max(limits.destination.url)
	.superRefine((text, context) => {
		const problem = findUrlProblem(text);
		if (problem) context.addIssue({ code: 'custom', message: problem });
	});

function findUrlProblem(text: string): string | undefined {
	if (!URL.canParse(text) || /\s/.test(text))
		return 'must be a URL such as "https://example.com/feedback"';
	const url = new URL(text);
	// Whether plain HTTP is allowed depends on the network of the host, which only the functions know.
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must start with "https://"';
	if (url.username || url.password) {
		return 'must not contain a user name or a password; check the signature instead';
	}
	if (url.hash) return 'must not contain "#"';
	return undefined;
}

const slackHosts = ['hooks.slack.com', 'hooks.slack-gov.com'];

/** The address of an incoming webhook of Slack, which is a secret. */
export const slackUrlSchema = webhookUrlSchema.refine(
	(text) => {
		if (!URL.canParse(text)) return false;
		const { protocol, hostname, port, pathname, search } = new URL(text);
		return (
			protocol === 'https:' &&
			slackHosts.includes(hostname) &&
			port === '' &&
			search === '' &&
			/^\/[a-z]+\/./.test(pathname)
		);
	},
	{ error: 'must be the URL of an incoming webhook: "https://hooks.slack.com/services/…"' },
);

export const emailAddressSchema = z
	.email({ error: 'must be an e-mail address' })
	.max(limits.destination.address);

/** When an e-mail is sent: at once for every message, or as a digest at a local hour. */
export const emailScheduleSchema = z.discriminatedUnion('every', [
	z.strictObject({ every: z.literal('message') }),
	z.strictObject({
		every: z.literal('day'),
		hour: z.number().int().min(0).max(23),
		time_zone: timeZoneSchema,
	}),
	z.strictObject({
		every: z.literal('week'),
		/** 1 is Monday, 7 is Sunday. */
		weekday: z.number().int().min(1).max(7),
		hour: z.number().int().min(0).max(23),
		time_zone: timeZoneSchema,
	}),
]);

const eventTypesSchema = z
	.array(eventTypeSchema)
	.max(20)
	.transform((types): EventType[] => [...new Set(types)].sort());

const scope = {
	/** Event types that it receives. */
	event_types: eventTypesSchema.refine((types) => types.length > 0, {
		error: 'must hold at least one event type',
	}),
	/** The prompts whose responses and changes it receives; null for all of the site, future ones included. */
	prompts: z
		.array(uuidSchema)
		.min(1, { error: 'must name at least one prompt' })
		.max(limits.destination.prompts)
		.transform((prompts) => [...new Set(prompts)].sort())
		.nullable()
		.default(null),
	/** Only responses that meet it; null for all. */
	condition: responseConditionSchema.nullable().default(null),
	/** Include responses that are not complete. Without it, a response arrives once it is final. */
	partial: z.boolean().default(true),
	/** Whether messages contain the account ID and traits of the visitor. */
	include_visitor: z.boolean().default(false),
};

const closed: { event_types: EventType[] } = { event_types: ['response.closed'] };
const name = nameText(120);

const settingsOf = {
	webhook: { name, ...scope, url: webhookUrlSchema },
	slack: {
		name,
		...scope,
		event_types: scope.event_types.default(closed.event_types),
		url: slackUrlSchema,
	},
	email: {
		name,
		...scope,
		/** Event types of e-mails that are sent at once; a digest is about responses and approvals. */
		event_types: scope.event_types.default(closed.event_types),
		recipients: z
			.array(emailAddressSchema)
			.min(1, { error: 'must name at least one address' })
			.max(limits.destination.recipients)
			.transform((addresses) => [...new Set(addresses)]),
		schedule: emailScheduleSchema,
	},
};

/** The complete settings of a destination, by kind. */
export const destinationSettingsSchema = z
	.discriminatedUnion('kind', [
		z.strictObject({ kind: z.literal('webhook'), ...settingsOf.webhook }),
		z.strictObject({ kind: z.literal('slack'), ...settingsOf.slack }),
		z.strictObject({ kind: z.literal('email'), ...settingsOf.email }),
	])
	.check(({ value, issues }) => {
		if (!value.condition) return;
		for (const { path, message } of findRuleIssues(value.condition, ['condition'])) {
			issues.push({ code: 'custom', input: value, path, message });
		}
	});

export type DestinationSettings = z.output<typeof destinationSettingsSchema>;
export type DestinationSettingsInput = z.input<typeof destinationSettingsSchema>;

/** Fields that can be changed; omitted ones keep their value. The kind never changes. */
export const destinationChangeSchema = z
	.strictObject({
		name,
		url: z.string().max(limits.destination.url),
		event_types: scope.event_types,
		prompts: scope.prompts.unwrap(),
		condition: scope.condition.unwrap(),
		partial: scope.partial.unwrap(),
		include_visitor: scope.include_visitor.unwrap(),
		recipients: settingsOf.email.recipients,
		schedule: emailScheduleSchema,
	})
	.partial();

export type DestinationChange = z.output<typeof destinationChangeSchema>;

/**
 * Readable target of a destination: the host of a URL, or the domains of e-mail addresses.
 *
 * @example
 * describeHost({ kind: 'webhook', url: 'https://example.com/feedback' }); // 'example.com'
 */
export function describeHost(
	settings:
		| { kind: 'webhook' | 'slack'; url: string }
		| { kind: 'email'; recipients: readonly string[] },
): string {
	if (settings.kind !== 'email') return new URL(settings.url).host;
	const domains = settings.recipients.map((address) => address.split('@').at(-1)!.toLowerCase());
	return [...new Set(domains)].sort().join(', ');
}

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
		/** The URL of a webhook; null for the other kinds: Slack's URL is a secret. */
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
	})
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
		/** All settings after the change; without the URL of Slack, which is a secret. */
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

/** The secret that is shown once; null for other kinds than webhooks. */
export const shownSecret = { secret: webhookSecretSchema.nullable() };
