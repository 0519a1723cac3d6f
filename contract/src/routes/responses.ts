import { z } from 'zod';

import { responseContextSchema } from '../answer-context.ts';
import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { valuesSchema } from '../values.ts';
import { comparisonSchema, sideQuery } from './comparison.ts';
import { countedSchema } from './counted.ts';
import { displayFigureQuery, responseFigureQuery } from './figure.ts';
import { promptNameSchema, promptPath, sitePath } from './path.ts';
import { estimateSchema, questionSummarySchema } from './question-summary.ts';
import { rateDivisionSchema } from './rate-division.ts';
import {
	flagSchema,
	dayOrTimeSchema,
	instantSchema,
	page,
	pageQuery,
	removedSchema,
	type Route,
} from './route.ts';
import { scoreDaysSchema } from './scores.ts';
import { segment } from './segment.ts';

export const responseSchema = z.object({
	id: uuidSchema,
	prompt: uuidSchema,
	survey_id: z.string(),
	revision: z.number().int(),
	/** The variant that was displayed; null without an experiment. */
	variant: z.string().nullable(),
	/**
	 * Branches whose condition on an earlier prompt held at the display: their positions from 0, by question. Left out if
	 * the prompt has none.
	 */
	met_branches: z.record(z.string(), z.array(z.number().int())).optional(),
	answers: z.record(z.string(), z.unknown()),
	final: z.boolean(),
	created_at: instantSchema,
	updated_at: instantSchema,
	account: z.string().nullable(),
	traits: valuesSchema,
	context: responseContextSchema,
	/** The pictures of the answers in the dashboard, by question ID; missing without any. `getScreenshot` returns the files. */
	screenshots: z.record(z.string(), z.url()).optional(),
});

/** A display of a prompt to a visitor. */
export const displaySchema = z.object({
	id: uuidSchema,
	prompt: uuidSchema,
	survey_id: z.string(),
	revision: z.number().int(),
	/** The variant that was displayed; null without an experiment. */
	variant: z.string().nullable(),
	state: z.enum(['reserved', 'displayed', 'answered', 'dismissed', 'postponed', 'released']),
	reserved_at: instantSchema,
	displayed_at: instantSchema.nullable(),
	answered_at: instantSchema.nullable(),
	dismissed_at: instantSchema.nullable(),
	/** When the visitor postponed it, and until when. */
	postponed_at: instantSchema.nullable(),
	postponed_until: instantSchema.nullable(),
	released_at: instantSchema.nullable(),
	/** Why it was released; null for other displays. */
	release_reason: z.string().nullable(),
	account: z.string().nullable(),
	traits: valuesSchema,
});

/** Selects the responses to list or export. */
export const responseFilter = segment.extend({
	/** Only responses to this prompt, by its UUID or survey ID. */
	prompt: promptNameSchema.optional(),
	/** `true`: only complete responses. `false`: only partial ones. */
	final: flagSchema.optional(),
	/** Not before this time. */
	since: dayOrTimeSchema.optional(),
	/** Not after this time. */
	until: dayOrTimeSchema.optional(),
	/** Words that a text answer contains. */
	search: z.string().max(200).optional(),
	/**
	 * Only what a figure of results counts: JSON such as `{"question":"score","was":"answered"}`, from `explainFigure`.
	 * Needs `prompt`.
	 */
	figure: responseFigureQuery.optional(),
});

/** Selects the displays to list or export. */
export const displayFilter = segment.extend({
	prompt: promptNameSchema.optional(),
	/** `true`: only those with a response; `false`: only those without one. */
	answered: flagSchema.optional(),
	/** When the display was reserved. */
	since: dayOrTimeSchema.optional(),
	until: dayOrTimeSchema.optional(),
	/** Only what a figure of results counts, from `explainFigure`. */
	figure: displayFigureQuery.optional(),
});

export const responseRoutes = {
	listResponses: {
		method: 'GET',
		path: '/sites/{site}/responses',
		summary: 'Responses, newest first; with `after`, those changed since.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		query: pageQuery.extend({ after: z.string().max(200).optional(), ...responseFilter.shape }),
		output: page(responseSchema).extend({ latest: z.string().nullable() }),
		errors: ['approval_required'],
	},
	listDisplays: {
		method: 'GET',
		path: '/sites/{site}/displays',
		summary: `Displays of the last ${limits.visitor.days} days, newest first; answered or not.`,
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		query: pageQuery.extend(displayFilter.shape),
		output: page(displaySchema),
		errors: ['approval_required'],
	},
	getResponse: {
		method: 'GET',
		path: '/sites/{site}/responses/{response}',
		summary: 'One response, with its display.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath.extend({ response: uuidSchema }),
		output: responseSchema.extend({
			/** The visitor who answered; null once the visitor is deleted. */
			visitor: uuidSchema.nullable(),
			/** Null once it is deleted with the visitor. */
			display: z
				.object({ reserved_at: instantSchema, displayed_at: instantSchema.nullable() })
				.nullable(),
		}),
		errors: ['approval_required'],
	},
	getScreenshot: {
		method: 'GET',
		path: '/sites/{site}/responses/{response}/screenshots/{screenshot}',
		summary: 'A picture that the visitor sent, as WebP, PNG or JPEG.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath.extend({
			response: uuidSchema,
			/** The answer to a question of the type `screenshot`. */
			screenshot: uuidSchema,
		}),
		output: z.string(),
		stream: 'image/*',
		errors: ['approval_required'],
	},
	deleteResponse: {
		method: 'DELETE',
		path: '/sites/{site}/responses/{response}',
		summary: 'Deletes a response permanently.',
		need: 'person',
		role: 'owner',
		assurance: 'recent',
		params: sitePath.extend({ response: uuidSchema }),
		output: removedSchema,
	},
	summarizeResponses: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}/summary',
		summary: 'Displays, responses and drop-off of a prompt, and a summary of each question.',
		need: 'response:read',
		role: 'viewer',
		params: promptPath,
		query: segment.extend({ since: dayOrTimeSchema.optional(), until: dayOrTimeSchema.optional() }),
		output: z.object({
			counted: countedSchema,
			displays: z.number().int(),
			unconfirmed: z.number().int(),
			dismissed: z.number().int(),
			/** Displays that visitors postponed with "Ask me later". */
			postponed: z.number().int(),
			/** Displays that have a response, whenever it was given. Displays are kept only for a limited time, responses longer. */
			answered: z.number().int(),
			responses: z.number().int(),
			final: z.number().int(),
			/** `answered` divided by `displays`; null without displays, and with a filter by answers. */
			response_rate: estimateSchema.nullable(),
			/**
			 * Seconds from the display to the first answer, of the displays that are still kept: half were answered within
			 * `median`, and nine in ten within `p90`. Null without any.
			 */
			time_to_answer: z
				.object({ answers: z.number().int(), median: z.number(), p90: z.number() })
				.nullable(),
			questions: z.array(questionSummarySchema),
			/** By day in the site's time zone, including days with zeros. */
			trend: z.array(
				z.object({
					day: z.iso.date(),
					displays: z.number().int(),
					responses: z.number().int(),
					nps: z.number().nullable(),
					/** The counts behind `nps`: scores of 9 and 10, of 7 and 8, and lower. */
					promoters: z.number().int(),
					passives: z.number().int(),
					detractors: z.number().int(),
				}),
			),
		}),
		errors: ['approval_required'],
	},
	explainFigure: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}/summary/{figure}',
		summary:
			'Explains a figure: which responses or displays it counts, and the request that lists exactly these.',
		need: 'response:read',
		role: 'viewer',
		params: promptPath.extend({
			/**
			 * Path of the figure in the summary, such as `responses` or `questions.0.counts.9`; or, after `response_rates.`,
			 * `repeat_answers.` or `scores.`, its path in these results, such as `response_rates.groups.0.responses` or
			 * `scores.score.answers`.
			 */
			figure: z.string().min(1).max(limits.results.figure),
		}),
		query: segment.extend({
			since: dayOrTimeSchema.optional(),
			until: dayOrTimeSchema.optional(),
			/** What divides the displays, for a figure of `response_rates`. */
			by: rateDivisionSchema.optional(),
			/** The days of the period, for a figure of `scores`, which has no filter. */
			days: scoreDaysSchema.optional(),
		}),
		output: z.object({
			/** As in a summary. */
			counted: countedSchema,
			figure: z.string(),
			/** What it counts, as a sentence. */
			sentence: z.string(),
			of: z.enum(['responses', 'displays']),
			/** How many responses or displays it counts. An NPS or a mean counts the answers that it is computed from. */
			count: z.number().int(),
			/** Path of the figure of which this is a share; null for counts, means, changes and NPS. */
			share_of: z.string().nullable(),
			/** Query of `listResponses` and exports, or of `listDisplays` and its exports. */
			filter: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
			/** Path and query, below `{api_url}/manage`, of the request that lists them. */
			request: z.string(),
		}),
		errors: ['approval_required'],
	},
	compareResponses: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}/comparison',
		summary:
			'Compares two parts of the responses to a prompt: segments, periods, revisions or variants.',
		need: 'response:read',
		role: 'viewer',
		params: promptPath,
		query: z.object({
			/** JSON with any of `since`, `until`, `trait`, `account`, `revision`, `variant`, `condition` and `filter`; `{}` is everything. */
			one: sideQuery,
			/** The same for the other side. */
			other: sideQuery,
		}),
		output: comparisonSchema,
		errors: ['approval_required'],
	},
} as const satisfies Record<string, Route>;
