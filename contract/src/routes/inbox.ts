import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { text } from '../text.ts';
import { valuesSchema } from '../values.ts';
import { promptNameSchema, sitePath } from './path.ts';
import {
	dayOrTimeSchema,
	instantSchema,
	page,
	pageQuery,
	removedSchema,
	type Route,
} from './route.ts';
import { segment } from './segment.ts';
import {
	noteSchema,
	personSchema,
	statusSchema,
	tagNames,
	tagSchema,
	textAnswerSchema,
} from './text-answer.ts';

/** What identifies a text answer. */
const textAddress = z.strictObject({
	/** UUID of the response. */
	response: uuidSchema,
	/** ID of the question. */
	question: z.string().min(1).max(limits.prompt.questionId),
});
const textPath = sitePath.extend(textAddress.shape);

const changes = z.strictObject({
	status: statusSchema.optional(),
	/** UUID of a member; null for none. */
	assignee: uuidSchema.nullable().optional(),
	/** Names of tags to add. The site gets those that it does not have. One that is proposed is accepted. */
	add_tags: tagNames.optional(),
	/** Names of tags to remove. One that is proposed is rejected. */
	remove_tags: tagNames.optional(),
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
			/** The maximum means that many or more, as for `done` and tags: counting stops there. */
			open: z.number().int(),
			done: z.number().int(),
			/** When the newest text answer was given; null without any. */
			newest: instantSchema.nullable(),
			/** By name. */
			tags: z.array(
				tagSchema.extend({
					/** Text answers with the tag. */
					answers: z.number().int(),
					/** Number of open ones among them. */
					open: z.number().int(),
				}),
			),
			/** Undecided proposals: tags, and text answers that have a proposed tag. */
			proposed: z.object({ tags: z.number().int(), answers: z.number().int() }),
			/** Members to whom a text answer can be assigned. A connection sees only its own person. */
			members: z.array(personSchema),
		}),
		errors: ['approval_required'],
	},
	listTextAnswers: {
		method: 'GET',
		path: '/sites/{site}/text-answers',
		summary: 'What visitors wrote, newest first.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		query: pageQuery.extend({
			...segment.shape,
			cursor: z.string().max(400).optional(),
			status: statusSchema.optional(),
			/** Only those with this tag, by its UUID. */
			tag: uuidSchema.optional(),
			/** Only those for which this tag is proposed, by its UUID; `any`: those for which any is. */
			proposed: z.union([z.literal('any'), uuidSchema]).optional(),
			/** Only those of this member, by UUID; `none`: only unassigned ones. */
			assignee: z.union([z.literal('none'), uuidSchema]).optional(),
			/** Only answers to this prompt, by its UUID or survey ID. `filter` needs it. */
			prompt: promptNameSchema.optional(),
			/** Only answers to this question, by its ID. */
			question: z.string().max(limits.prompt.questionId).optional(),
			/**
			 * Words that the visitor wrote, in any inflection that the visitor's language has. `"a phrase"`, `or` and `-not`
			 * work as in search engines.
			 */
			search: text(200).optional(),
			/** Not before this time. */
			since: dayOrTimeSchema.optional(),
			/** Before this time. */
			until: dayOrTimeSchema.optional(),
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
			/** Other texts of the same account, or of the same visitor without one; newest first. */
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
		assurance: 'none',
		params: textPath,
		body: changes,
		output: textAnswerSchema.extend({
			/** False if nothing had to be changed. */
			changed: z.boolean(),
		}),
		errors: ['conflict'],
	},
	updateTextAnswers: {
		method: 'PATCH',
		path: '/sites/{site}/text-answers',
		summary:
			'Changes the status, the assignee or the tags of many text answers: of all, or of none.',
		need: 'person',
		role: 'editor',
		assurance: 'none',
		params: sitePath,
		body: changes.extend({ answers: z.array(textAddress).min(1).max(limits.inbox.changedAtOnce) }),
		output: z.object({
			/** Number of text answers that had to be changed. */
			changed: z.number().int(),
		}),
		errors: ['conflict'],
	},
	createNote: {
		method: 'POST',
		path: '/sites/{site}/text-answers/{response}/{question}/notes',
		summary: 'Writes a note on a text answer.',
		need: 'person',
		role: 'editor',
		assurance: 'none',
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
		summary: 'Deletes a note. Owners can delete any note, editors their own.',
		need: 'person',
		role: 'editor',
		assurance: 'none',
		params: textPath.extend({
			/** UUID of the note. */
			note: uuidSchema,
		}),
		output: removedSchema,
	},
} as const satisfies Record<string, Route>;
