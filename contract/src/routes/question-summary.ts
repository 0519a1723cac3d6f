import { z } from 'zod';

/**
 * An estimate with its 95% confidence sequence: in 95 of 100 surveys, all intervals from the first answer to the last
 * contain the truth, however often they are read.
 */
export const estimateSchema = z.object({
	value: z.number(),
	low: z.number(),
	high: z.number(),
	/**
	 * The 95% confidence interval of a survey that is read once, at a number of answers that was fixed in advance. It is
	 * narrower, and misses the truth far more often if it is watched.
	 */
	fixed_n: z.object({ low: z.number(), high: z.number() }),
});

/** The answers of a few days, enough to be meaningful. */
export const trendPointSchema = z.object({
	/** First and last day, in the site's time zone. */
	from: z.iso.date(),
	to: z.iso.date(),
	answers: z.number().int(),
	/** Answers by value. */
	counts: z.record(z.string(), z.number().int()),
	/** Its text in the newest version that was answered, where it differs from that of the point before; otherwise null. */
	reworded: z.string().nullable(),
	/** The NPS, the mean rating, the share of thumbs up, or of yes; null for other questions. */
	score: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
});

export const questionSummarySchema = z.object({
	/**
	 * Occurs more than once when the question's type, scale or options changed; `revisions` and `variants` distinguish
	 * them.
	 */
	id: z.string(),
	type: z.string(),
	title: z.string(),
	/** The highest rating; null for other questions. */
	scale: z.number().int().nullable(),
	/** Its texts where they differ, the latest first, each with the number of its answers; otherwise empty. */
	wordings: z.array(
		z.object({
			title: z.string(),
			/** The latest first. */
			revisions: z.array(z.number().int()),
			variants: z.array(z.string()),
			answered: z.number().int(),
		}),
	),
	/** The revisions that asked it this way, the latest first. */
	revisions: z.array(z.number().int()),
	/** The variants of the latest of these revisions that asked it this way; empty if it has no experiment. */
	variants: z.array(z.string()),
	reached: z.number().int(),
	/** For texts this is the only count; list the responses to read them. */
	answered: z.number().int(),
	/** Continued without an answer. Visitors who answered nothing from here on are not counted: they dropped off. */
	skipped: z.number().int(),
	/** Answers by value: scores, option values, `true` and `false`. */
	counts: z.record(z.string(), z.number().int()),
	/** Of ratings and NPS scores, but not of thumbs. On a scale of 7, the customer effort score (CES). */
	mean: estimateSchema.nullable(),
	nps: estimateSchema.nullable(),
	/**
	 * The share of the two highest ratings, of three ratings of the highest: the customer satisfaction score (CSAT). Null
	 * for thumbs (`scale` is 2), which have `shares`.
	 */
	top_two: estimateSchema.nullable(),
	/** The share of the answers with each value; empty for texts and for scores other than thumbs. */
	shares: z.record(z.string(), estimateSchema),
	/** Trend over periods with enough answers; empty for texts, and if there are fewer than three such periods. */
	trend: z.array(trendPointSchema),
});
