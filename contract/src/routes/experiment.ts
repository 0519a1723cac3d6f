import { z } from 'zod';

import { variantKeySchema } from '../experiment.ts';
import { differenceSchema } from './comparison.ts';
import { promptPath, revisionNumber } from './path.ts';
import { estimateSchema } from './question-summary.ts';
import { instantSchema, type Route } from './route.ts';
import { savedPromptSchema } from './stored-prompt.ts';

/**
 * What waiting would bring: `different` has found a difference, `wait` needs more answers, `unlikely` would find none
 * in a reasonable time, and `few` has too few answers to say.
 */
export const outlookSchema = z.enum(['different', 'wait', 'unlikely', 'few']);

/** A difference between a variant and the first one, with what further answers would show. */
export const watchedDifferenceSchema = differenceSchema.extend({
	/** The question; null for the response rate. */
	question: z.string().nullable(),
	/** The newest text of the question; null for the response rate. */
	title: z.string().nullable(),
	outlook: outlookSchema,
	/** Days until `more_answers` have arrived at the present rate; null unless `outlook` is `wait`. */
	days: z.number().int().nullable(),
});

const variantResultSchema = z.object({
	key: z.string(),
	/** Its share of the subjects, from 0 to 1. */
	share: z.number(),
	displays: z.number().int(),
	/** Displays that have a response. */
	answered: z.number().int(),
	response_rate: estimateSchema.nullable(),
});

export const experimentResultSchema = z.object({
	key: z.string(),
	/** The published revision, which contains it. */
	revision: z.number().int(),
	/** Since when revisions with this experiment have been published; null if that is unknown. */
	since: instantSchema.nullable(),
	/** Figures count from here, because another experiment came before; null if there was none. */
	counted_since: instantSchema.nullable(),
	/** False while the prompt is paused or archived. */
	running: z.boolean(),
	/** In the order of the prompt; the others are compared with the first. */
	variants: z.array(variantResultSchema),
	comparisons: z.array(
		z.object({
			variant: z.string(),
			against: z.string(),
			differences: z.array(watchedDifferenceSchema),
		}),
	),
	/** The most useful of these: what was found, or how long to wait. */
	conclusion: z.object({
		outlook: outlookSchema,
		days: z.number().int().nullable(),
		sentences: z.array(z.string()),
	}),
});

export type ExperimentResult = z.output<typeof experimentResultSchema>;
export type WatchedDifference = z.output<typeof watchedDifferenceSchema>;
export type Outlook = z.output<typeof outlookSchema>;

export const experimentRoutes = {
	getExperiment: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}/experiment',
		summary:
			'The experiment of the published revision: its variants side by side, and whether to wait.',
		need: 'response:read',
		role: 'viewer',
		params: promptPath,
		output: z.object({
			/** Null if the published revision has none. */
			experiment: experimentResultSchema.nullable(),
		}),
		errors: ['approval_required'],
	},
	keepVariant: {
		method: 'POST',
		path: '/sites/{site}/prompts/{prompt}/experiment/keep',
		summary:
			'Saves a revision with one variant instead of the experiment. Visitors see it once it is published.',
		need: 'prompt:draft',
		role: 'editor',
		assurance: 'none',
		params: promptPath,
		body: z.strictObject({
			variant: variantKeySchema,
			/** The latest revision; fails if there is a newer one. */
			base: revisionNumber.optional(),
		}),
		output: savedPromptSchema,
		errors: ['approval_required', 'revision_conflict', 'invalid_prompt'],
		idempotent: true,
	},
} as const satisfies Record<string, Route>;
