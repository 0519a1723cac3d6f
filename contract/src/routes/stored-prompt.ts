import { z } from 'zod';

import { promptSchema } from '../prompt.ts';
import { uuidSchema } from '../ingest.ts';
import { instantSchema } from './route.ts';

export const promptStateSchema = z.enum(['draft', 'published', 'paused', 'archived']);

const spentSchema = z.object({
	/** Number of displays or responses that the budget allows. */
	allowed: z.number().int(),
	/** Number counted so far. More than allowed if answers arrived after the last display was reserved. */
	spent: z.number().int(),
	/** Number left. */
	left: z.number().int(),
});

/** Usage of the budgets that apply to a published prompt. */
export const budgetStateSchema = z.object({
	/** Displays in all. */
	displays: spentSchema.nullable(),
	/** Responses in all. */
	responses: spentSchema.nullable(),
	/** Displays in the current day, week or month. */
	period: spentSchema
		.extend({
			every: z.enum(['day', 'week', 'month']),
			/** First day in the site's time zone. */
			starts_on: z.iso.date(),
			/** When the next one begins. */
			ends_at: instantSchema,
			/** Number of displays due by now; null unless the budget is paced. */
			due: z.number().int().nullable(),
		})
		.nullable(),
	/** Displays of all prompts of the site today. */
	displays_per_day: spentSchema.nullable(),
});

export const promptSummarySchema = z.object({
	id: uuidSchema,
	survey_id: z.string(),
	name: z.string(),
	state: promptStateSchema,
	published_revision: z.number().int().nullable(),
	latest_revision: z.number().int(),
	/** When several published prompts match, the highest is displayed; among equals, the one published first. */
	priority: z.number().int(),
	/** Seconds after its event. A prompt without a delay goes before one with a delay. */
	delay_seconds: z.number(),
	/** Names of the events that trigger it; none when only `show` displays it. */
	events: z.array(z.string()),
	/** When it was published for the first time. */
	published_at: instantSchema.nullable(),
	displays: z.number().int(),
	unconfirmed: z.number().int(),
	/** Displays that have a response. Displays are kept for a time only, and responses stay. */
	answered: z.number().int(),
	responses: z.number().int(),
	/** Budgets of the published revision and of the site; null without one. */
	budget: budgetStateSchema.nullable(),
	updated_at: instantSchema,
});

export const revisionSchema = z.object({
	revision: z.number().int(),
	/** SHA-256 of the content, lower-case hex: an approval to publish is bound to it. */
	sha256: z.string(),
	created_at: instantSchema,
	/** "<name> (<e-mail address>)", or the address without a name; for a connection, "<connection>, for <person>". */
	created_by: z.string(),
	content: promptSchema,
});

/** Changes that publishing an older revision reverts. */
export const wentBackSchema = z.object({
	/** The revision that was published before. */
	from: z.number().int(),
	to: z.number().int(),
	/** Revisions after `to`, up to and including `from`, newest first; at most `undoneRevisions` of them. */
	undone: z.array(revisionSchema.pick({ revision: true, created_at: true, created_by: true })),
	/** Paths of the fields whose values differ between `from` and `to`. */
	fields: z.array(z.string()),
});

/** Edits that are not yet saved as a revision; they need not be valid. All null when there are none. */
export const workingCopySchema = z.object({
	/** The prompt as it was typed. */
	content: z.record(z.string(), z.unknown()).nullable(),
	/** The revision that was edited. */
	base_revision: z.number().int().nullable(),
	/** Identifies this state; the next save sends the one that it replaces. */
	etag: z.string().nullable(),
	updated_at: instantSchema.nullable(),
	updated_by: z.string().nullable(),
});

/** A prompt with a saved revision; `changed` is false if the latest revision had this content already. */
export const savedPromptSchema = promptSummarySchema.extend({
	revision: z.number().int(),
	sha256: z.string(),
	changed: z.boolean(),
});

/** A prompt after it was paused, resumed or archived; `changed` is false if it was already. */
export const changedPromptSchema = promptSummarySchema.extend({ changed: z.boolean() });
