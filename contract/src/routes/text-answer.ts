import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { nameText } from '../text.ts';
import { instantSchema } from './route.ts';

export const statusSchema = z.enum(['open', 'done']);

/** A member of the workspace. */
export const personSchema = z.object({
	person: uuidSchema,
	/** The name that the person chose; null without one. */
	name: z.string().nullable(),
	/** Null when unknown, and for a connection of another person. */
	email: z.string().nullable(),
});

export const tagSchema = z.object({ id: uuidSchema, name: z.string() });

/** Person or program that proposed something. */
export const proposerSchema = z.object({
	/** `method`: the suggestions from frequent words. */
	kind: z.enum(['person', 'connection', 'method']),
	/** Name of the connection; null otherwise. */
	connection: z.string().nullable(),
});

export const labelSchema = tagSchema.extend({
	/** Proposer; null when the person added it without a proposal. */
	proposed_by: proposerSchema.nullable(),
	/** Person who added or accepted it. */
	added_by: personSchema,
	/** The part of the text that it is about; null without one. */
	quote: z.string().nullable(),
	/** The quote is an example of the tag. */
	is_example: z.boolean(),
});

/** A tag that is proposed for a text answer. */
export const proposedLabelSchema = tagSchema.extend({
	/** UUID of the person who proposed it, or for whom a program did; and the proposer. */
	proposed_by: proposerSchema.extend({ person: uuidSchema }),
	quote: z.string(),
});

/** One text that a visitor wrote: the answer to a text question, or the text behind "other". */
export const textAnswerSchema = z.object({
	/** UUID of the response. */
	response: uuidSchema,
	/** ID of the question. */
	question: z.string(),
	prompt: uuidSchema,
	survey_id: z.string(),
	revision: z.number().int(),
	/** The variant that was displayed; null without an experiment. */
	variant: z.string().nullable(),
	/** The question, in the prompt's own language. */
	title: z.string(),
	/** Text of the visitor, unchanged. */
	text: z.string(),
	/** Tag of the visitor's language at the display, in lower case; null when unknown. */
	language: z.string().nullable(),
	answered_at: instantSchema,
	account: z.string().nullable(),
	status: statusSchema,
	assignee: personSchema.nullable(),
	/** By name. */
	tags: z.array(labelSchema),
	/** Tags that are proposed and that nobody accepted or rejected yet; by name. */
	proposed: z.array(proposedLabelSchema),
	/** Number of notes. */
	notes: z.number().int(),
});

export const noteSchema = z.object({
	id: uuidSchema,
	body: z.string(),
	author: personSchema,
	created_at: instantSchema,
});

export const tagName = nameText(limits.inbox.tag).transform((name) => name.trim());
export const tagNames = z.array(tagName).max(limits.inbox.tagsPerAnswer);
