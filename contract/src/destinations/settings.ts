import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { eventTypeSchema, type EventType } from '../messages/event-types.ts';
import { responseConditionSchema } from '../response-condition.ts';
import { timeZoneSchema } from '../site-settings.ts';
import { nameText } from '../text.ts';
import { destinationDescriptions } from './destination-descriptions.ts';
import type { DestinationKind, SecretSetting } from './destination-kind.ts';
import {
	githubTrackerSchema,
	jiraTrackerSchema,
	linearTrackerSchema,
	tokenSchema,
} from './tracker-schemas.ts';
import { slackUrlSchema, webhookUrlSchema } from './url-schemas.ts';

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

/** Where issues are created, by kind of destination. */
export const trackerSchema = z
	.union([githubTrackerSchema, linearTrackerSchema, jiraTrackerSchema])
	.meta({ id: 'Tracker' });

const eventTypesSchema = z
	.array(eventTypeSchema)
	.max(20)
	.transform((types): EventType[] => [...new Set(types)].sort());

/** Prompts to which a destination is limited. */
export const promptsSchema = z
	.array(uuidSchema)
	.min(1, { error: 'must name at least one prompt' })
	.max(limits.destination.prompts)
	.transform((prompts) => [...new Set(prompts)].sort());

const scope = {
	/** Event types that it receives. */
	event_types: eventTypesSchema.refine((types) => types.length > 0, {
		error: 'must hold at least one event type',
	}),
	/** The prompts whose responses and changes it receives; null for all of the site, future ones included. */
	prompts: promptsSchema.nullable().default(null),
	/** Only responses that meet it; null for all. */
	condition: responseConditionSchema.nullable().default(null),
	/** Include responses that are not complete. Without it, a response arrives once it is final. */
	partial: z.boolean().default(true),
	/** Whether messages contain the account ID and traits of the visitor. */
	include_visitor: z.boolean().default(false),
};

const closed = { event_types: ['response.closed'] } satisfies { event_types: EventType[] };
const name = nameText(120);

/** The scope of a destination that creates issues. */
const issueScope = {
	...scope,
	/** `response.closed`: an issue for each response; empty: only the issues that people create. */
	event_types: z.array(z.enum(closed.event_types)).max(1).default([]),
};

const schemas = {
	webhook: z.strictObject({ kind: z.literal('webhook'), name, ...scope, url: webhookUrlSchema }),
	slack: z.strictObject({
		kind: z.literal('slack'),
		name,
		...scope,
		event_types: scope.event_types.default(closed.event_types),
		url: slackUrlSchema,
	}),
	email: z.strictObject({
		kind: z.literal('email'),
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
	}),
	github: z.strictObject({
		kind: z.literal('github'),
		name,
		...issueScope,
		tracker: githubTrackerSchema,
		/** A fine-grained token that may read and write issues of the repository. */
		token: tokenSchema,
	}),
	linear: z.strictObject({
		kind: z.literal('linear'),
		name,
		...issueScope,
		tracker: linearTrackerSchema,
		/** A personal API key. */
		token: tokenSchema,
	}),
	jira: z.strictObject({
		kind: z.literal('jira'),
		name,
		...issueScope,
		tracker: jiraTrackerSchema,
		/** An API token of the account. */
		token: tokenSchema,
	}),
} satisfies Record<DestinationKind, z.ZodObject>;

type Schemas = typeof schemas;
type Schema = Schemas[keyof Schemas];
const listed = Object.values(schemas) as [Schema, ...Schema[]];

/** A setting of at least one kind. */
export type DestinationSetting = Exclude<
	{ [Kind in keyof Schemas]: keyof Schemas[Kind]['shape'] }[keyof Schemas],
	'kind'
>;

/** The complete settings of a destination, by kind. */
export const destinationSettingsSchema = z.discriminatedUnion('kind', listed);

export type DestinationSettings = z.output<typeof destinationSettingsSchema>;
export type DestinationSettingsInput = z.input<typeof destinationSettingsSchema>;

const schemasWithoutSecrets = listed.map((schema) => {
	const { secretSettings, ownerSettings } = destinationDescriptions[schema.shape.kind.value];
	const isOptional: { [Setting in SecretSetting]?: true } = Object.fromEntries(
		[...secretSettings, ...ownerSettings].map((setting) => [setting, true]),
	);
	return (schema as z.ZodObject).partial(isOptional);
});

/** The settings of a destination after a change. A setting that the caller cannot see may be missing: it keeps its value. */
export const changedSettingsSchema = z.discriminatedUnion(
	'kind',
	schemasWithoutSecrets as [z.ZodObject, ...z.ZodObject[]],
) as unknown as z.ZodType<ChangedSettings>;

export type ChangedSettings = MayLackSecrets<DestinationSettings>;
type MayLackSecrets<Settings> = Settings extends unknown
	? Omit<Settings, SecretSetting> & Partial<Pick<Settings, SecretSetting & keyof Settings>>
	: never;

/** Fields that can be changed; omitted ones keep their value. The kind never changes. */
export const destinationChangeSchema = z
	.strictObject({
		name,
		url: z.string().max(limits.destination.url),
		event_types: eventTypesSchema,
		prompts: scope.prompts.unwrap(),
		condition: scope.condition.unwrap(),
		partial: scope.partial.unwrap(),
		include_visitor: scope.include_visitor.unwrap(),
		recipients: schemas.email.shape.recipients,
		schedule: emailScheduleSchema,
		tracker: trackerSchema,
		token: tokenSchema,
	} satisfies Record<DestinationSetting, z.ZodType>)
	.partial();

export type DestinationChange = z.output<typeof destinationChangeSchema>;

/** The kinds that have a setting. */
export function listKindsWith(setting: DestinationSetting): DestinationKind[] {
	return listed.filter(({ shape }) => setting in shape).map(({ shape }) => shape.kind.value);
}

/**
 * Readable target of a destination: the host of a URL, or the domains of e-mail addresses. Undefined if a change keeps
 * the secret that holds it.
 *
 * @example
 * describeHost(settings); // 'example.com' for the webhook https://example.com/feedback
 */
export function describeHost(settings: DestinationSettings): string;
export function describeHost(settings: ChangedSettings): string | undefined;
export function describeHost(settings: ChangedSettings): string | undefined {
	return destinationDescriptions[settings.kind].describeHost(settings);
}

/** Separates the settings that must be sealed from those that may be stored as they are. */
export function splitSecrets<Settings extends ChangedSettings>(
	settings: Settings,
): { readable: Omit<Settings, SecretSetting>; secrets: Partial<Record<SecretSetting, string>> } {
	const secretSettings: readonly string[] = destinationDescriptions[settings.kind].secretSettings;
	const entries = Object.entries(settings);
	const pick = (isSecret: boolean) =>
		Object.fromEntries(entries.filter(([key]) => secretSettings.includes(key) === isSecret));
	return { readable: pick(false) as Omit<Settings, SecretSetting>, secrets: pick(true) };
}
