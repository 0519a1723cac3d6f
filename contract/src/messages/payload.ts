import { z } from 'zod';

import { storedContextSchema } from '../answer-context.ts';
import { actionSchema, instantSchema } from '../routes/route.ts';
import { siteIdSchema, uuidSchema } from '../ingest.ts';
import { valuesSchema } from '../values.ts';
import type { EventType } from './event-types.ts';

/** The version of every payload. Fields may be added; existing fields keep their name and meaning in this version. */
export const payloadVersion = 1;

const promptSchema = z
	.object({ id: uuidSchema, survey_id: z.string(), revision: z.number().int() })
	.meta({ id: 'MessagePrompt' });

const response = {
	/** The response's ID, which the management API uses too. */
	id: uuidSchema,
	prompt: promptSchema,
	/** Answers by question ID, as they were at this time. */
	answers: z.record(z.string(), z.unknown()),
	/** Whether the visitor finished. */
	final: z.boolean(),
	created_at: instantSchema,
	updated_at: instantSchema,
	/** Identifies the visitor's browser; null once the visitor is deleted. `visitor.erased` repeats it. */
	visitor: uuidSchema.nullable(),
	/** Only with `include_visitor`: the app's own account ID; null without one. */
	account: z.string().nullable().optional(),
	/** Only with `include_visitor`: the visitor's traits when the prompt was displayed. */
	traits: valuesSchema.optional(),
	/** Only with `include_visitor`: what the site stores with answers, such as the app's version; missing without any. */
	context: storedContextSchema.optional(),
	/** The response in the dashboard. */
	url: z.url(),
};

const approval = {
	/** The request's ID. */
	id: uuidSchema,
	/** Action that the connection requests. */
	action: z.union([actionSchema, z.enum(['destination:create', 'destination:change'])]),
	connection: z.object({ kind: z.enum(['cli', 'mcp', 'ci']), name: z.string() }),
	/** The prompt to publish, or to pause, resume and archive. */
	prompt: uuidSchema.nullable(),
	revision: z.number().int().nullable(),
	expires_at: instantSchema,
	/** URL of the page on which a person decides. */
	url: z.url(),
};

/** The `data` of each event type. */
export const payloadDataSchemas = {
	'response.created': z.object(response),
	'response.updated': z.object(response),
	'response.closed': z.object({
		...response,
		/** `completed`: finished. `dismissed`: closed half-way. `unchanged`: no further answer for ten minutes. */
		cause: z.enum(['completed', 'dismissed', 'unchanged']),
	}),
	'prompt.published': z.object({
		prompt: promptSchema,
		/** The revision that was published before; null for the first time. */
		previous_revision: z.number().int().nullable(),
		/** The prompt was paused until now. */
		resumed: z.boolean(),
		url: z.url(),
	}),
	'prompt.paused': z.object({ prompt: promptSchema, url: z.url() }),
	'budget.reached': z.object({
		/** Null for the displays per day of the site. */
		prompt: promptSchema.nullable(),
		/** Name of the budget: a member of the prompt's `budget`, or `displays_per_day` of the site. */
		budget: z.enum(['displays', 'responses', 'period', 'displays_per_day']),
		/** Interval at which it restarts; null if it does not. */
		every: z.enum(['day', 'week', 'month']).nullable(),
		/** First day of the period in the site's time zone. */
		starts_on: z.iso.date().nullable(),
		/** Number of displays or responses that it allows. */
		allowed: z.number().int(),
		url: z.url(),
	}),
	'approval.requested': z.object({
		...approval,
		/** The request was sent before, and expires soon. */
		reminder: z.boolean(),
	}),
	'approval.decided': z.object({ ...approval, state: z.enum(['approved', 'denied']) }),
	'approval.expired': z.object(approval),
	'visitor.erased': z.object({
		/** The receipt's ID. */
		id: uuidSchema,
		/** The `visitor` of responses that were sent earlier. */
		visitors: z.array(uuidSchema),
	}),
} as const satisfies Record<EventType, z.ZodObject>;

/** The site of a message. */
export const messageSiteSchema = z.object({
	id: uuidSchema,
	site_id: siteIdSchema,
	name: z.string(),
});

function payload<Type extends EventType, Data extends z.ZodType>(type: Type, data: Data) {
	return z.object({
		type: z.literal(type),
		version: z.literal(payloadVersion),
		/** When it happened. */
		timestamp: instantSchema,
		site: messageSiteSchema,
		/** A test: the data is a sample. */
		test: z.literal(true).optional(),
		data,
	});
}

/** The body of a webhook request, by event type. */
export const payloadSchemas = {
	'response.created': payload('response.created', payloadDataSchemas['response.created']),
	'response.updated': payload('response.updated', payloadDataSchemas['response.updated']),
	'response.closed': payload('response.closed', payloadDataSchemas['response.closed']),
	'prompt.published': payload('prompt.published', payloadDataSchemas['prompt.published']),
	'prompt.paused': payload('prompt.paused', payloadDataSchemas['prompt.paused']),
	'budget.reached': payload('budget.reached', payloadDataSchemas['budget.reached']),
	'approval.requested': payload('approval.requested', payloadDataSchemas['approval.requested']),
	'approval.decided': payload('approval.decided', payloadDataSchemas['approval.decided']),
	'approval.expired': payload('approval.expired', payloadDataSchemas['approval.expired']),
	'visitor.erased': payload('visitor.erased', payloadDataSchemas['visitor.erased']),
} as const satisfies Record<EventType, z.ZodObject>;

export type PayloadData<Type extends EventType = EventType> = {
	[Each in Type]: z.output<(typeof payloadDataSchemas)[Each]>;
}[Type];
export type Payload<Type extends EventType = EventType> = {
	[Each in Type]: z.output<(typeof payloadSchemas)[Each]>;
}[Type];
