import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { text } from '../text.ts';
import { promptNameSchema, sitePath } from './path.ts';
import { instantSchema, removedSchema, type Route } from './route.ts';
import { tagShareSchema } from './tag-share.ts';
import { personSchema, proposerSchema, tagName, tagSchema } from './text-answer.ts';

const tagPath = sitePath.extend({
	/** UUID of the tag. */
	tag: uuidSchema,
});
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
	/** Only answers to this prompt, by its UUID or survey ID. */
	prompt: promptNameSchema.optional(),
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
export const codebookTagSchema = tagSchema.extend({
	/** When it applies; empty without one. */
	definition: z.string(),
	/** `proposed`: on no text answer until a person accepts it. */
	state: z.enum(['accepted', 'proposed']),
	/** Proposer; null when a person created it. */
	proposed_by: proposerSchema.nullable(),
	/** Person who created it, or for whom a program proposed it. */
	created_by: personSchema,
	created_at: instantSchema,
	/** Oldest first. For a proposed tag, the ones proposed with it. */
	examples: z.array(z.object({ response: uuidSchema, question: z.string(), quote: z.string() })),
});

export const tagRoutes = {
	listTags: {
		method: 'GET',
		path: '/sites/{site}/tags',
		summary:
			'Every tag with its definition, examples and counts over a period, and what people decided about proposals.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		query: period,
		output: z.object({
			/** Text answers of the period, with and without tags. */
			answers: z.number().int(),
			/** Number of untagged ones among them. */
			untagged: z.number().int(),
			/** Proposed ones first, then by name. */
			tags: z.array(
				codebookTagSchema.extend({
					/** Text answers of the period with the tag. */
					answers: z.number().int(),
					/** Number of open ones among them. */
					open: z.number().int(),
					/** Proposed labels with the tag, of any time. */
					proposals: decisionsSchema,
				}),
			),
			/** People's decisions about the proposals of each proposer, of all time. */
			proposers: z.array(proposerSchema.extend(decisionsSchema.shape)),
		}),
		errors: ['approval_required'],
	},
	getTag: {
		method: 'GET',
		path: '/sites/{site}/tags/{tag}',
		summary:
			'A tag with its definition and examples, and its share of the text answers by week and by score.',
		need: 'response:read',
		role: 'viewer',
		params: tagPath,
		query: z.object({
			/** Number of weeks, of which the last one is not over yet; weeks begin on Monday in the site's time zone. */
			weeks: z.coerce
				.number<number | string>()
				.int()
				.min(1)
				.max(limits.inbox.tagWeeks)
				.default(limits.inbox.tagWeeksDefault),
		}),
		output: codebookTagSchema.extend(tagShareSchema.shape),
		errors: ['approval_required'],
	},
	createTag: {
		method: 'POST',
		path: '/sites/{site}/tags',
		summary: 'Creates a tag.',
		need: 'person',
		role: 'editor',
		assurance: 'none',
		params: sitePath,
		body: z.strictObject({
			name: tagName,
			definition: definition.optional(),
			/** Text answers that get the tag, with the quotes that make them examples. */
			examples: quotes.optional(),
		}),
		output: codebookTagSchema,
		errors: ['conflict'],
		idempotent: true,
	},
	updateTag: {
		method: 'PATCH',
		path: '/sites/{site}/tags/{tag}',
		summary: 'Renames or defines a tag, changes its examples, or accepts it.',
		need: 'person',
		role: 'editor',
		assurance: 'none',
		params: tagPath,
		body: z.strictObject({
			name: tagName.optional(),
			definition: definition.optional(),
			/** Accepts a proposed tag, and the examples that were proposed with it. Delete it to reject it. */
			state: z.literal('accepted').optional(),
			/** Text answers that get the tag, with the quotes that make them examples. */
			add_examples: quotes.optional(),
			/** Text answers that are no longer examples; they keep the tag. */
			remove_examples: z
				.array(quoteSchema.omit({ quote: true }))
				.max(limits.inbox.examples)
				.optional(),
		}),
		output: codebookTagSchema,
		errors: ['conflict'],
	},
	proposeTags: {
		method: 'POST',
		path: '/sites/{site}/tag-proposals',
		summary:
			'Proposes tags, and labels: tags for text answers, with quotes. A person accepts or rejects them in the inbox.',
		need: 'response:read',
		role: 'viewer',
		assurance: 'none',
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
			/** Number of labels now proposed, including examples. */
			labels: z.number().int(),
			/** Number of labels that were proposed or decided before, or that their texts already have as tags. */
			known: z.number().int(),
			/** URL of the page on which a person decides. */
			url: z.string(),
		}),
		errors: ['approval_required', 'conflict'],
	},
	suggestTags: {
		method: 'GET',
		path: '/sites/{site}/tag-suggestions',
		summary:
			'Suggests tags from frequent phrases in the newest texts without a tag. Nothing is stored.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		query: period,
		output: z.object({
			/** Number of texts that were examined. */
			looked_at: z.number().int(),
			/** The most significant first. */
			suggestions: z.array(
				z.object({
					/** The most significant phrase. */
					name: z.string(),
					/** Phrases of the same texts, as visitors wrote them most often. */
					phrases: z.array(z.string()),
					/** Number of text answers with any of them. */
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
		summary: 'Proposes the tag for the newest texts that are similar to the texts that have it.',
		need: 'person',
		role: 'editor',
		assurance: 'none',
		params: tagPath,
		output: z.object({
			/** Number of texts that were examined. */
			looked_at: z.number().int(),
			/** Number of labels now proposed. */
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
		assurance: 'none',
		params: tagPath,
		output: removedSchema,
	},
} as const satisfies Record<string, Route>;
