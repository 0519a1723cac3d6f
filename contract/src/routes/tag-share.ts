import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { estimateSchema } from './question-summary.ts';
import { instantSchema } from './route.ts';

/** How many of some text answers have a tag. */
const shareSchema = z.object({
	/** Text answers with the tag. */
	answers: z.number().int(),
	/** Text answers with and without it. */
	of: z.number().int(),
	/** Share of those with it, with its intervals; null without any text answer. */
	share: estimateSchema.nullable(),
});

/** Share of a tag among the text answers of a number of weeks. */
export const tagShareSchema = shareSchema.extend({
	/** When the first week begins. */
	since: instantSchema,
	/** The time from which text answers are counted, if there are too many to count all of them; otherwise null. */
	counted_since: instantSchema.nullable(),
	/** The oldest first. */
	weeks: z.array(
		shareSchema.extend({
			/** Monday and Sunday. */
			from: z.iso.date(),
			to: z.iso.date(),
		}),
	),
	/** By the score in the same response, for each prompt with the tag that asks for one; the most tagged first. */
	scores: z.array(
		z.object({
			prompt: uuidSchema,
			/** Name of the prompt. */
			name: z.string(),
			/** ID of the first question of the newest published revision that is an NPS or a rating. */
			question: z.string(),
			title: z.string(),
			/** The highest rating; null for an NPS. */
			scale: z.number().int().nullable(),
			/** The lowest first: detractors, passives and promoters of an NPS, or each rating. */
			groups: z.array(
				shareSchema.extend({
					/** The lowest and the highest score of the group. */
					lowest: z.number().int(),
					highest: z.number().int(),
				}),
			),
		}),
	),
});
