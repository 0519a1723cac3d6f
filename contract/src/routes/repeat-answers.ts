import { z } from 'zod';

import { promptPath } from './path.ts';
import { estimateSchema } from './question-summary.ts';
import { dayOrTimeSchema, instantSchema, type Route } from './route.ts';
import { segment } from './segment.ts';

export const repeatAnswersSchema = z.object({
	id: z.string(),
	type: z.string(),
	title: z.string(),
	/** The highest rating; null for an NPS. */
	scale: z.number().int().nullable(),
	/** The revisions that asked it this way, the latest first. */
	revisions: z.array(z.number().int()),
	variants: z.array(z.string()),
	/** Accounts, or visitors without one, who gave this question more than one score. */
	respondents: z.number().int(),
	/** Their first score compared with their latest; null if there are too few people. */
	scores: z
		.object({
			/** The mean of the first scores, and of the latest. */
			first: z.number(),
			latest: z.number(),
			/** Number of respondents whose latest score was higher than, equal to or lower than their first. */
			higher: z.number().int(),
			same: z.number().int(),
			lower: z.number().int(),
			/** The mean of the latest score minus the first. */
			change: estimateSchema,
		})
		.nullable(),
});

export const repeatAnswerRoutes = {
	getRepeatAnswers: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}/repeat-answers',
		summary:
			'Compares the first and the latest score of people who answered a prompt more than once.',
		need: 'response:read',
		role: 'viewer',
		params: promptPath,
		query: segment.extend({ since: dayOrTimeSchema.optional(), until: dayOrTimeSchema.optional() }),
		output: z.object({
			/** The ratings and NPS questions of all revisions, however often they were answered. */
			questions: z.array(repeatAnswersSchema),
			/** Of very many responses, only the newest are compared: those from this time on. Null if all are. */
			counted_since: instantSchema.nullable(),
		}),
		errors: ['approval_required'],
	},
} as const satisfies Record<string, Route>;
