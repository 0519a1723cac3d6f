import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { reasonCodes } from '../reasons.ts';
import { limits } from '../limits.ts';
import { promptSchema } from '../prompt.ts';
import { text } from '../text.ts';
import { eventNameSchema, valueSchema, valuesSchema } from '../values.ts';
import { promptNameSchema, sitePath } from './path.ts';
import { instantSchema, page, pageQuery, type Route } from './route.ts';

export const recentEventSchema = z.object({
	id: uuidSchema,
	at: instantSchema,
	name: z.string(),
	properties: valuesSchema,
	verified: z.boolean(),
	visitor: uuidSchema,
	account: z.string().nullable(),
	reason: z.enum(reasonCodes).nullable(),
	survey_id: z.string().nullable(),
	bot: z.boolean(),
});

export const eventNameSummarySchema = z.object({
	name: z.string(),
	state: z.enum(['seen', 'registered', 'ignored']),
	first_seen_at: instantSchema.nullable(),
	last_seen_at: instantSchema.nullable(),
	/** Events within the last 30 days. */
	events: z.number().int(),
	/** … by day (UTC), the oldest first; the last of the 30 is today. */
	by_day: z.array(z.number().int()),
});

/** Statistics of one property or trait. The values come from visitors: render them as text, never as markup. */
export const seenKeySchema = z.object({
	key: z.string(),
	types: z.array(z.enum(['string', 'number', 'boolean', 'null'])),
	/** The most frequent ones first, at most 20; those longer than 120 characters are left out. */
	values: z.array(z.object({ value: valueSchema, count: z.number().int() })),
});

const sampleShape = {
	/** Number of items examined. */
	looked_at: z.number().int(),
	/** There are more than were examined. */
	sampled: z.boolean(),
};

/** The decision of one prompt about an event: each rule, passed or failed, with its facts. */
export const verdictSchema = z.object({
	survey_id: z.string(),
	reason: z.enum(reasonCodes),
	rules: z.array(z.object({ rule: z.string(), passed: z.boolean(), text: z.string() })),
});

export const eventRoutes = {
	listEvents: {
		method: 'GET',
		path: '/sites/{site}/events',
		summary: 'Recent events, newest first; with `after`, those that arrived since.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		query: pageQuery.extend({
			after: z.string().max(200).optional(),
			name: eventNameSchema.optional(),
			/** Events of one visitor. */
			visitor: uuidSchema.optional(),
			/** Events of one account, from all its browsers. */
			account: text(limits.account.id).optional(),
			/** Events with this reason. */
			reason: z.enum(reasonCodes).optional(),
			/** Events whose reason is about this prompt, by its UUID or survey ID. */
			prompt: promptNameSchema.optional(),
		}),
		output: page(recentEventSchema).extend({ latest: z.string().nullable() }),
		errors: ['approval_required'],
	},
	listEventNames: {
		method: 'GET',
		path: '/sites/{site}/event-names',
		summary: 'Event names with their counts over 30 days.',
		need: 'connection',
		role: 'viewer',
		fromVisitors: true,
		params: sitePath,
		query: pageQuery,
		output: page(eventNameSummarySchema).extend({
			/** Names that are not listed because the list was full when they appeared. */
			unlisted: z.number().int(),
		}),
	},
	getEventName: {
		method: 'GET',
		path: '/sites/{site}/event-names/{name}',
		summary: 'An event name with the properties and values of its newest events.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath.extend({ name: eventNameSchema }),
		output: eventNameSummarySchema.extend({
			properties: z.array(
				seenKeySchema.extend({
					/** Number of the examined events that have it. */
					events: z.number().int(),
				}),
			),
			...sampleShape,
		}),
		errors: ['approval_required'],
	},
	listTraits: {
		method: 'GET',
		path: '/sites/{site}/traits',
		summary: 'The traits of visitors with their values.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		output: z.object({
			items: z.array(
				seenKeySchema.extend({
					/** Number of the examined visitors that have it. */
					visitors: z.number().int(),
				}),
			),
			...sampleShape,
		}),
		errors: ['approval_required'],
	},
	changeEventName: {
		method: 'PUT',
		path: '/sites/{site}/event-names/{name}',
		summary: 'Registers or ignores an event name.',
		need: 'person',
		role: 'editor',
		assurance: 'none',
		params: sitePath.extend({ name: eventNameSchema }),
		body: z.strictObject({ state: z.enum(['seen', 'registered', 'ignored']) }),
		output: eventNameSummarySchema,
	},
	why: {
		method: 'GET',
		path: '/sites/{site}/events/{event}/why',
		summary: 'Why an event did or did not lead to a prompt: each live prompt with its rules.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath.extend({ event: uuidSchema }),
		output: z.object({
			/** With the recorded reason; null when there was no decision. */
			event: recentEventSchema,
			/** Decisions of the prompts that are live now, with the facts at the time of the event. */
			prompts: z.array(verdictSchema),
		}),
		errors: ['approval_required'],
	},
	testRules: {
		method: 'POST',
		readsOnly: true,
		path: '/sites/{site}/why',
		summary:
			'What the live prompts, or a draft, would decide now about an event of a visitor; stores nothing.',
		need: 'response:read',
		role: 'viewer',
		assurance: 'none',
		params: sitePath,
		body: z
			.strictObject({
				/** The visitor, or the account: then it is that account's most recent browser. */
				visitor: uuidSchema.optional(),
				account: text(limits.account.id).optional(),
				event: z.strictObject({
					name: eventNameSchema,
					properties: valuesSchema.default({}),
					/** As if a valid proof contained the properties. */
					verified: z.boolean().default(false),
				}),
				/** A draft to test instead of the live prompts. */
				content: promptSchema.optional(),
			})
			.refine(({ visitor, account }) => (visitor === undefined) !== (account === undefined), {
				path: ['visitor'],
				error: 'or account must be given: exactly one of them',
			}),
		output: z.object({
			/** That of the prompt that would win; `no_prompt` when this event triggers none. */
			reason: z.enum(reasonCodes),
			/** The event whose session, language and path were used; null when the visitor reported none. */
			like: uuidSchema.nullable(),
			prompts: z.array(verdictSchema),
		}),
		errors: ['approval_required', 'invalid_prompt'],
	},
} as const satisfies Record<string, Route>;
