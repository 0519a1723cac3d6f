import { z } from 'zod';

import { limits } from '../limits.ts';
import { text } from '../text.ts';
import { countedSchema } from './counted.ts';
import { jsonQuery } from './json-query.ts';
import { instantSchema } from './route.ts';
import { filterCondition, segment } from './segment.ts';

const sideShape = segment.extend({
	/** Name in sentences; by default, the parts it consists of, such as "plan:pro". */
	name: text(limits.results.name).optional(),
	since: instantSchema.optional(),
	until: instantSchema.optional(),
	/** As in a filter. */
	condition: filterCondition.optional(),
});

/** A side of the comparison: a part of the subjects, a period, or both; `{}` is everything. */
export const sideSchema = sideShape.strict();

export type ComparedSide = z.input<typeof sideSchema>;

/** One side as JSON in a query, such as `{"trait":["plan:pro"]}`. */
export const sideQuery = jsonQuery(sideSchema, '{"trait":["plan:pro"]}');

const boundsSchema = z.object({ value: z.number(), low: z.number(), high: z.number() });
const measuredSchema = z.object({ answers: z.number().int(), estimate: boundsSchema.nullable() });

export const differenceSchema = z.object({
	/** Compared figure. NPS and means are in points; shares are from 0 to 1. */
	measure: z.enum(['response_rate', 'nps', 'mean', 'top_two', 'share']),
	/** The choice that the share is of; null for other measures. */
	choice: z.string().nullable(),
	one: measuredSchema,
	other: measuredSchema,
	/** Difference (`one` minus `other`), with its interval; null if either has no answers. */
	difference: boundsSchema.nullable(),
	/**
	 * Approximate number of further answers that would show a difference; null if there is one, or if 100
	 * times as many would not.
	 */
	more_answers: z.number().int().nullable(),
	/** The difference as a sentence, such as "plan:pro is higher by 12 to 31 points." */
	sentence: z.string(),
});

export const comparisonSchema = z.object({
	/** As in a summary. Below 1, differences are null. */
	counted: countedSchema,
	/** Names of the two sides in sentences. */
	one: z.string(),
	other: z.string(),
	/**
	 * Whether the sides are from different revisions or periods: then other visitors and other weeks may be the reason for
	 * a difference.
	 */
	time_differs: z.boolean(),
	/** Null where a side is a part by answers: everyone in it answered. */
	response_rate: differenceSchema.nullable(),
	questions: z.array(
		z.object({
			id: z.string(),
			type: z.string(),
			title: z.string(),
			/** The highest rating; null for other questions. */
			scale: z.number().int().nullable(),
			/** The revisions that asked it this way, the latest first. */
			revisions: z.array(z.number().int()),
			variants: z.array(z.string()),
			/** Its texts that were answered on each side, the latest first. */
			titles: z.object({ one: z.array(z.string()), other: z.array(z.string()) }),
			/** Differences of its scores, or of each choice; empty for texts. */
			differences: z.array(differenceSchema),
		}),
	),
});

export type Difference = z.output<typeof differenceSchema>;
export type Comparison = z.output<typeof comparisonSchema>;
