import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { differenceSchema } from './comparison.ts';
import { sitePath } from './path.ts';
import { instantSchema, type Route } from './route.ts';

/** An estimate with its interval. */
export const boundsSchema = z.object({ value: z.number(), low: z.number(), high: z.number() });

/** A figure of a period, and how it changed. */
export const changeSchema = z.object({
	/** NPS and means are in points; shares are from 0 to 1. */
	measure: differenceSchema.shape.measure.extract([
		'response_rate',
		'nps',
		'mean',
		'top_two',
		'share',
	]),
	/** The number of answers that it is based on; for a response rate, the number of displays. */
	answers: z.number().int(),
	/** Answers in the period before. */
	answers_before: z.number().int(),
	/** Estimate with its interval; null if there are too few answers. */
	estimate: boundsSchema.nullable(),
	/** The same of the period before. */
	estimate_before: boundsSchema.nullable(),
	/** Change since the period before, with its interval; null if either has too few answers. */
	change: boundsSchema.nullable(),
	/** The change as a sentence, such as "Higher by 3 to 12 points." or "Too few answers to tell, or no change." */
	sentence: z.string(),
});

/** The score of a few days of both periods. */
export const scorePointSchema = z.object({
	/** First and last day, in the site's time zone. */
	from: z.iso.date(),
	to: z.iso.date(),
	/** When the first day begins, and when the last one ends. */
	since: instantSchema,
	until: instantSchema,
	answers: z.number().int(),
	score: boundsSchema,
});

export const promptScoreSchema = z.object({
	id: uuidSchema,
	survey_id: z.string(),
	name: z.string(),
	/**
	 * Score of the first question of the published revision that is an NPS or a rating: the NPS; of ratings
	 * from 1 to 7 the mean (CES), of thumbs the share of thumbs up, of other ratings the share of the satisfied
	 * (CSAT). Null without such a question.
	 */
	score: changeSchema
		.extend({
			/** ID of the question. */
			question: z.string(),
			title: z.string(),
			/** The version that asks it: a revision, or that and the variant, such as "3 short". */
			version: z.string(),
			/** The highest rating; null for an NPS. */
			scale: z.number().int().nullable(),
			/**
			 * The score over the period before and this one, in the shortest steps of which most have enough answers. Empty
			 * if fewer than three steps have enough.
			 */
			trend: z.array(scorePointSchema),
		})
		.nullable(),
	response_rate: changeSchema,
});

export const scoreDaysSchema = z.coerce
	.number<number | string>()
	.int()
	.min(1)
	.max(limits.results.scoreDays);

export const scoreRoutes = {
	getScores: {
		method: 'GET',
		path: '/sites/{site}/scores',
		summary:
			'What changed on a site: the scores and response rates of its published prompts over a number of days, compared with the period before, and the totals of all prompts.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		query: z.object({
			/** Length of the period, which ends today; days begin in the site's time zone. */
			days: scoreDaysSchema.default(limits.results.scoreDaysDefault),
		}),
		output: z.object({
			/** When the period begins. */
			since: instantSchema,
			/** When the period before begins; it ends at `since`. */
			since_before: instantSchema,
			/** Of all prompts of the site, also of those that are no longer published. */
			totals: z.object({
				displays: z.number().int(),
				/** Null if some of the period before is deleted already. */
				displays_before: z.number().int().nullable(),
				/** Displays that have a response, whenever it was given. */
				answered: z.number().int(),
				/** Responses that were given in the period. */
				responses: z.number().int(),
				responses_before: z.number().int(),
				response_rate: changeSchema,
			}),
			/** The scores and rates whose interval of the change does not contain zero, the largest change first. */
			changes: z.array(
				z.object({
					/** UUID of the prompt. */
					prompt: uuidSchema,
					/** Which of its figures. */
					figure: z.enum(['score', 'response_rate']),
					/** Such as "NPS rose by 12 to 31 points, from +20 to +42." */
					sentence: z.string(),
				}),
			),
			/** Number of scores and rates that were compared and are not among the changes: too few answers to tell, or no change. */
			unclear: z.number().int(),
			/** Those with the most displays in the period first. */
			prompts: z.array(promptScoreSchema),
			/** Whether the site has more published prompts than are listed. */
			more: z.boolean(),
		}),
		errors: ['approval_required'],
	},
} as const satisfies Record<string, Route>;

export type PeriodChange = z.output<typeof changeSchema>;
