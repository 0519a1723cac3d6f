import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { nameText, text } from '../text.ts';
import { valuesSchema } from '../values.ts';
import { sitePath } from './path.ts';
import { instantSchema, page, pageQuery, type Route } from './route.ts';

const statusSchema = z.enum(['open', 'done']);

/** A member of the workspace. */
const personSchema = z.object({
	person: uuidSchema,
	/** Null when unknown, and for a connection of another person. */
	email: z.string().nullable(),
});

export const tagSchema = z.object({
	id: uuidSchema,
	name: z.string(),
});

/** Who or what proposed something. */
const proposerSchema = z.object({
	/** `method`: the suggestions from frequent words. */
	kind: z.enum(['person', 'connection', 'method']),
	/** Name of the connection; null otherwise. */
	connection: z.string().nullable(),
});

export const labelSchema = tagSchema.extend({
	/** What proposed it; null when the person added it unasked. */
	proposed_by: proposerSchema.nullable(),
	/** Who added or accepted it. */
	added_by: personSchema,
	/** The part of the text that it is about; null without one. */
	quote: z.string().nullable(),
	/** The quote is an example of the tag. */
	is_example: z.boolean(),
});

/** A tag that is proposed for a text answer. */
export const proposedLabelSchema = tagSchema.extend({
	/** UUID of the person who proposed it, or for whom a program did; and what proposed it. */
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
	/** What the visitor wrote, unchanged. */
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

const textPath = sitePath.extend({
	/** UUID of the response. */
	response: uuidSchema,
	/** ID of the question. */
	question: z.string().min(1).max(limits.prompt.questionId),
});
const tagPath = sitePath.extend({
	/** UUID of the tag. */
	tag: uuidSchema,
});
const tagName = nameText(limits.inbox.tag)
	.transform((name) => name.trim())
	.refine((name) => name !== '', { error: 'must hold more than spaces' });
const tagNames = z.array(tagName).max(limits.inbox.tagsPerAnswer);
const definition = text(limits.inbox.definition, 0);
const quote = text(limits.inbox.quote).refine((given) => given.trim() !== '', {
	error: 'must hold more than spaces',
});
const quoteSchema = z.strictObject({
	/** UUID of the response. */
	response: uuidSchema,
	/** ID of the question. */
	question: z.string().min(1).max(limits.prompt.questionId),
	/** Copied from the text; white space may differ. */
	quote,
});
const quotes = z.array(quoteSchema).max(limits.inbox.examples);

const period = z.object({
	/** Only answers not before this time. */
	since: instantSchema.optional(),
	/** Only answers before this time. */
	until: instantSchema.optional(),
	/** Only answers to this prompt, by its UUID. */
	prompt: uuidSchema.optional(),
});

const decisionsSchema = z.object({
	/** Labels that nobody accepted or rejected yet. */
	open: z.number().int(),
	/** Labels that people accepted. */
	accepted: z.number().int(),
	/** Labels that people rejected, or removed later. */
	rejected: z.number().int(),
});

/** A tag with its definition and examples. */
export const themeSchema = tagSchema.extend({
	/** When it applies; empty without one. */
	definition: z.string(),
	/** `proposed`: on no text answer until a person accepts it. */
	state: z.enum(['accepted', 'proposed']),
	/** What proposed it; null when a person created it. */
	proposed_by: proposerSchema.nullable(),
	/** Who created it, or for whom a program proposed it. */
	created_by: personSchema,
	created_at: instantSchema,
	/** The oldest first. Of a proposed tag: those proposed with it. */
	examples: z.array(z.object({ response: uuidSchema, question: z.string(), quote: z.string() })),
});

export const inboxRoutes = {
	getInbox: {
		method: 'GET',
		path: '/sites/{site}/inbox',
		summary:
			'How many text answers are open and done, the tags with their counts, and the members.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		output: z.object({
			open: z.number().int(),
			done: z.number().int(),
			/** By name. */
			tags: z.array(
				tagSchema.extend({
					/** Text answers with the tag. */
					answers: z.number().int(),
					/** Those of them that are open. */
					open: z.number().int(),
				}),
			),
			/** What nobody accepted or rejected yet: tags, and text answers for which one is proposed. */
			proposed: z.object({ tags: z.number().int(), answers: z.number().int() }),
			/** Whom a text answer can be assigned to. A connection sees only its own person. */
			members: z.array(personSchema),
		}),
		errors: ['approval_required'],
	},
	listTextAnswers: {
		method: 'GET',
		path: '/sites/{site}/text-answers',
		summary: 'What visitors wrote, the newest first.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		query: pageQuery.extend({
			cursor: z.string().max(400).optional(),
			status: statusSchema.optional(),
			/** Only those with this tag, by its UUID. */
			tag: uuidSchema.optional(),
			/** Only those for which this tag is proposed, by its UUID; `any`: those for which any is. */
			proposed: z.union([z.literal('any'), uuidSchema]).optional(),
			/** Only those of this member, by UUID; `none`: only those of nobody. */
			assignee: z.union([z.literal('none'), uuidSchema]).optional(),
			/** Only answers to this prompt, by its UUID. */
			prompt: uuidSchema.optional(),
			/** Only answers to this question, by its ID. */
			question: z.string().max(limits.prompt.questionId).optional(),
			/**
			 * Words that the visitor wrote, in any inflection that the visitor's language has. `"a phrase"`, `or` and `-not`
			 * work as in search engines.
			 */
			search: text(200).optional(),
			/** Not before this time. */
			since: instantSchema.optional(),
			/** Before this time. */
			until: instantSchema.optional(),
		}),
		output: page(textAnswerSchema),
		errors: ['approval_required'],
	},
	getTextAnswer: {
		method: 'GET',
		path: '/sites/{site}/text-answers/{response}/{question}',
		summary:
			'A text answer with its notes, the rest of its response, and what else the same visitor or account wrote.',
		need: 'response:read',
		role: 'viewer',
		params: textPath,
		output: z.object({
			answer: textAnswerSchema,
			/** The question as the visitor read it. */
			asked: z.object({ language: z.string(), title: z.string() }),
			/** All answers of the response. */
			answers: z.record(z.string(), z.unknown()),
			/** The visitor's traits at the time of the display. */
			traits: valuesSchema,
			/** The oldest first. */
			notes: z.array(noteSchema),
			/** Other texts of the same account, or of the same visitor without one; the newest first. */
			others: z.array(textAnswerSchema),
		}),
		errors: ['approval_required'],
	},
	updateTextAnswer: {
		method: 'PATCH',
		path: '/sites/{site}/text-answers/{response}/{question}',
		summary: 'Changes the status, the assignee or the tags of a text answer.',
		need: 'person',
		role: 'editor',
		params: textPath,
		body: z.strictObject({
			status: statusSchema.optional(),
			/** UUID of a member; null for nobody. */
			assignee: uuidSchema.nullable().optional(),
			/** Names of tags to add. The site gets those that it does not have. One that is proposed is accepted. */
			add_tags: tagNames.optional(),
			/** Names of tags to remove. One that is proposed is rejected. */
			remove_tags: tagNames.optional(),
		}),
		output: textAnswerSchema.extend({
			/** False when everything was already as given. */
			changed: z.boolean(),
		}),
		errors: ['conflict'],
	},
	createNote: {
		method: 'POST',
		path: '/sites/{site}/text-answers/{response}/{question}/notes',
		summary: 'Writes a note on a text answer.',
		need: 'person',
		role: 'editor',
		params: textPath,
		body: z.strictObject({
			body: text(limits.inbox.note).refine((body) => body.trim() !== '', {
				error: 'must hold more than spaces',
			}),
		}),
		output: noteSchema,
		errors: ['conflict'],
		idempotent: true,
	},
	deleteNote: {
		method: 'DELETE',
		path: '/sites/{site}/text-answers/{response}/{question}/notes/{note}',
		summary: 'Deletes a note. Owners delete any, editors their own.',
		need: 'person',
		role: 'editor',
		params: textPath.extend({
			/** UUID of the note. */
			note: uuidSchema,
		}),
		output: z.object({ removed: z.literal(true) }),
	},
	listTags: {
		method: 'GET',
		path: '/sites/{site}/tags',
		summary:
			'The codebook: every tag with its definition, examples and counts over a period, and what people decided about proposals.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		query: period,
		output: z.object({
			/** Text answers of the period, with and without tags. */
			answers: z.number().int(),
			/** Those of them without a tag. */
			untagged: z.number().int(),
			/** Proposed ones first, then by name. */
			tags: z.array(
				themeSchema.extend({
					/** Text answers of the period with the tag. */
					answers: z.number().int(),
					/** Those of them that are open. */
					open: z.number().int(),
					/** Proposed labels with the tag, of any time. */
					proposals: decisionsSchema,
				}),
			),
			/** How people decided about what each proposed, of any time. */
			proposers: z.array(proposerSchema.extend(decisionsSchema.shape)),
		}),
		errors: ['approval_required'],
	},
	createTag: {
		method: 'POST',
		path: '/sites/{site}/tags',
		summary: 'Creates a tag.',
		need: 'person',
		role: 'editor',
		params: sitePath,
		body: z.strictObject({
			name: tagName,
			definition: definition.optional(),
			/** Text answers that get the tag, with what makes them examples. */
			examples: quotes.optional(),
		}),
		output: themeSchema,
		errors: ['conflict'],
		idempotent: true,
	},
	updateTag: {
		method: 'PATCH',
		path: '/sites/{site}/tags/{tag}',
		summary: 'Renames or defines a tag, changes its examples, or accepts it.',
		need: 'person',
		role: 'editor',
		params: tagPath,
		body: z.strictObject({
			name: tagName.optional(),
			definition: definition.optional(),
			/** Accepts a proposed tag, and the examples that were proposed with it. Delete it to reject it. */
			state: z.literal('accepted').optional(),
			/** Text answers that get the tag, with what makes them examples. */
			add_examples: quotes.optional(),
			/** Text answers that are no examples any more; they keep the tag. */
			remove_examples: z
				.array(quoteSchema.omit({ quote: true }))
				.max(limits.inbox.examples)
				.optional(),
		}),
		output: themeSchema,
		errors: ['conflict'],
	},
	proposeTags: {
		method: 'POST',
		path: '/sites/{site}/tag-proposals',
		summary:
			'Proposes tags, and labels: tags for text answers, with quotes. A person accepts or rejects them in the inbox.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		body: z.strictObject({
			/** Tags that the site does not have. */
			tags: z
				.array(z.strictObject({ name: tagName, definition, examples: quotes.min(1) }))
				.max(limits.inbox.proposedAtOnce)
				.default([]),
			labels: z
				.array(
					quoteSchema.extend({
						/** Name of a tag of the site, or of one in `tags`. */
						tag: tagName,
					}),
				)
				.max(limits.inbox.proposedAtOnce)
				.default([]),
		}),
		output: z.object({
			/** The tags that are proposed now. */
			tags: z.array(tagSchema),
			/** How many labels are proposed now, examples included. */
			labels: z.number().int(),
			/** How many were proposed or decided before, or are tags of their texts already. */
			known: z.number().int(),
			/** Where a person decides. */
			url: z.string(),
		}),
		errors: ['approval_required', 'conflict'],
	},
	suggestTags: {
		method: 'GET',
		path: '/sites/{site}/tag-suggestions',
		summary:
			'Suggests tags from phrases that are frequent in the newest texts without a tag. Nothing is stored.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		query: period,
		output: z.object({
			/** Texts that were looked at. */
			looked_at: z.number().int(),
			/** The most telling first. */
			suggestions: z.array(
				z.object({
					/** The most telling phrase. */
					name: z.string(),
					/** Phrases that stand in the same texts, as visitors wrote them most often. */
					phrases: z.array(z.string()),
					/** Texts that hold any of them. */
					answers: z.number().int(),
					examples: z.array(
						z.object({ response: uuidSchema, question: z.string(), quote: z.string() }),
					),
				}),
			),
		}),
		errors: ['approval_required'],
	},
	suggestLabels: {
		method: 'POST',
		path: '/sites/{site}/tags/{tag}/suggestions',
		summary:
			'Proposes the tag for the newest texts whose words are like those of the texts that have it.',
		need: 'person',
		role: 'editor',
		params: tagPath,
		output: z.object({
			/** Texts that were looked at. */
			looked_at: z.number().int(),
			/** How many labels are proposed now. */
			labels: z.number().int(),
		}),
		errors: ['conflict'],
	},
	deleteTag: {
		method: 'DELETE',
		path: '/sites/{site}/tags/{tag}',
		summary: 'Deletes or rejects a tag, and removes it from all text answers.',
		need: 'person',
		role: 'editor',
		params: tagPath,
		output: z.object({ removed: z.literal(true) }),
	},
} as const satisfies Record<string, Route>;
