import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { questionIdSchema } from '../question-id.ts';
import { nameText } from '../text.ts';
import { promptNameSchema, sitePath } from './path.ts';
import { rateDivisionSchema } from './rate-division.ts';
import type { Route } from './route.ts';
import { filterCondition } from './segment.ts';
import { tagSchema } from './text-answer.ts';

/** A question in words as a filter of the site's responses, and what to show of them. */
const askedQuerySchema = z.object({
	/** UUID of the prompt; null for all prompts. */
	prompt: uuidSchema.nullable(),
	/** Number of days up to today; null for another period, or for all time. */
	days: z.int().nullable(),
	/** First and last day of the period, in the site's time zone; null where it is open. */
	from: z.iso.date().nullable(),
	to: z.iso.date().nullable(),
	/** Null without a condition. */
	condition: filterCondition.nullable(),
	/** Words that a text contains; with a prompt, they are part of the condition. */
	search: z.string().nullable(),
	/** A tag of the texts. Figures of a prompt do not depend on it. */
	tag: tagSchema.nullable(),
	/** ID of the question whose answers are shown; null for the prompt as a whole. */
	question: questionIdSchema.nullable(),
	/** What divides the response rate; null if the question is not about it. */
	by: rateDivisionSchema.nullable(),
});

export type AskedQuery = z.output<typeof askedQuerySchema>;

export const askRoutes = {
	getAskInWords: {
		method: 'GET',
		path: '/sites/{site}/ask',
		summary: 'Whether questions in words can be asked at a site, and which model reads them.',
		need: 'person',
		role: 'viewer',
		params: sitePath,
		output: z.object({
			/** Whether an owner has switched it on: the setting `ask_in_words`. */
			switched_on: z.boolean(),
			/** The model that the operator configured, and the host that it is called at; null without one. */
			model: z.object({ name: z.string(), host: z.string() }).nullable(),
		}),
	},
	askInWords: {
		method: 'POST',
		readsOnly: true,
		callsOut: true,
		path: '/sites/{site}/ask',
		summary:
			'Translates a question in words into a filter of responses, by the language model that the operator configured. The model gets no answers of visitors.',
		need: 'person',
		role: 'viewer',
		assurance: 'none',
		params: sitePath,
		body: z.strictObject({
			/** One line, such as “What do unhappy people say about exports?” */
			question: nameText(limits.ask.question),
			/** Only about this prompt, by its UUID or survey ID. */
			prompt: promptNameSchema.optional(),
		}),
		output: z.object({
			query: askedQuerySchema,
			/** What was asked and is not in the query, each with the reason. */
			left_out: z.array(z.string()),
			/** Paths and queries, below `{api_url}/manage`, of the requests whose rows are the answer. */
			requests: z.object({
				/** Figures of the prompt; null without a prompt. */
				summary: z.string().nullable(),
				/** Response rate by group; null without `by`. */
				response_rates: z.string().nullable(),
				/** Responses; null with a tag, which only texts have. */
				responses: z.string().nullable(),
				/** What visitors wrote. */
				texts: z.string(),
			}),
		}),
		errors: ['conflict', 'not_understood', 'rate_limited', 'model_unavailable'],
	},
} as const satisfies Record<string, Route>;
