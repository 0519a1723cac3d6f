import { z } from 'zod';

import { assuranceForWords } from '../assurance.ts';
import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { nameText } from '../text.ts';
import { countedSchema } from './counted.ts';
import { promptPath } from './path.ts';
import { estimateSchema, trendPointSchema } from './question-summary.ts';
import { instantSchema, page, type Route } from './route.ts';
import { filterSchema } from './saved-filters.ts';

/** A read-only link to the results of a prompt. Its URL is shown once, when it is created. */
export const resultLinkSchema = z.object({
	id: uuidSchema,
	/** The heading of the shared page. */
	name: z.string(),
	/** The first characters of the token in the URL. */
	prefix: z.string(),
	/** Responses that the link shows; null for everything. It never changes. */
	filter: filterSchema.nullable(),
	/** Whether it also shows what visitors wrote. */
	words: z.boolean(),
	/** Null for a person who is no longer a member. */
	created_by: z.string().nullable(),
	created_at: instantSchema,
	expires_at: instantSchema,
	/** Ended links are listed for 90 days. */
	revoked_at: instantSchema.nullable(),
	/** Accurate to the hour; null if nobody has opened it. */
	last_used_at: instantSchema.nullable(),
});

/** What a new link shows. As JSON in the parameter `share` of the page of results, it fills in the dialog of that page. */
export const newResultLinkSchema = z.strictObject({
	name: nameText(limits.results.filterName).transform((name) => name.trim()),
	/** Responses that the link shows; everything by default. */
	filter: filterSchema.optional(),
	/** Whether it also shows what visitors wrote. */
	words: z.boolean().default(false),
	/** Days until it expires. */
	days: z
		.number()
		.int()
		.min(1)
		.max(limits.results.linkDays)
		.default(limits.results.linkDaysDefault),
});

/** Results as the holder of a link reads them. Groups that are too small are null. */
export const sharedResultsSchema = z.object({
	name: z.string(),
	prompt: z.string(),
	site: z.string(),
	/** Accent colour of the site's prompts; null for the built-in one. */
	accent: z.string().nullable(),
	/** The period of the link, its revision and its variant; null without any. It never names traits or accounts. */
	filter: filterSchema.nullable(),
	/** Whether the link shows only some visitors, by their account, traits or answers. */
	of_some: z.boolean(),
	/** In which the days of the filter begin. */
	time_zone: z.string(),
	expires_at: instantSchema,
	/** Minimum number of answers for anything to be shown. */
	least: z.number().int(),
	/** As in a summary. Below 1, there are no figures: repeat the request to count more. */
	counted: countedSchema,
	/** Number of responses; null while there are too few, in which case there are no figures at all. */
	responses: z.number().int().nullable(),
	displays: z.number().int().nullable(),
	/** Displays that have a response. */
	answered: z.number().int().nullable(),
	response_rate: estimateSchema.nullable(),
	questions: z.array(
		z.object({
			id: z.string(),
			type: z.string(),
			title: z.string(),
			scale: z.number().int().nullable(),
			/** Its texts where they differ, the latest first; otherwise empty. */
			wordings: z.array(z.string()),
			/** The revisions that asked it this way, the latest first. */
			revisions: z.array(z.number().int()),
			/** Null while there are too few. */
			answered: z.number().int().nullable(),
			/** Each value in the order of the question; `count` is null where it is hidden. */
			counts: z.array(
				z.object({ value: z.string(), label: z.string(), count: z.number().int().nullable() }),
			),
			/** Scores are shown even where the counts are hidden. */
			mean: estimateSchema.nullable(),
			nps: estimateSchema.nullable(),
			top_two: estimateSchema.nullable(),
			/** Text answers of visitors, newest first; null unless the link shows text. */
			texts: z.array(z.string()).nullable(),
			/**
			 * The score over time, the oldest period first; empty for other questions, for a filter whose period moves with
			 * the date, and while there are too few answers. Periods end where the figures advanced, or with a week.
			 */
			trend: z.array(trendPointSchema.pick({ from: true, to: true, answers: true, score: true })),
		}),
	),
	/** The accepted tags of what people wrote, the most frequent first. Tags of too few texts are left out. */
	themes: z.array(
		z.object({
			name: z.string(),
			definition: z.string(),
			/** Text answers with the tag. */
			answers: z.number().int(),
			/** Of the newest of them, the parts that the tag is about; null unless the link shows text. */
			quotes: z.array(z.string()).nullable(),
		}),
	),
});

export type NewResultLink = z.output<typeof newResultLinkSchema>;
export type SharedResults = z.output<typeof sharedResultsSchema>;

export const resultLinkRoutes = {
	listResultLinks: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}/result-links',
		summary: 'The links to the results of a prompt, newest first; never their URLs.',
		need: 'response:read',
		role: 'viewer',
		params: promptPath,
		output: page(resultLinkSchema),
	},
	createResultLink: {
		method: 'POST',
		path: '/sites/{site}/prompts/{prompt}/result-links',
		summary:
			'Creates a read-only link to the results of a prompt. A link that shows what visitors wrote needs an owner.',
		need: 'person',
		role: 'editor',
		assurance: assuranceForWords,
		policy: 'exporting',
		params: promptPath,
		body: newResultLinkSchema,
		output: resultLinkSchema.extend({
			/** Shown only once. */
			url: z.string(),
		}),
		errors: ['conflict'],
	},
	revokeResultLink: {
		method: 'DELETE',
		path: '/sites/{site}/prompts/{prompt}/result-links/{link}',
		summary: 'Revokes a link to results at once.',
		need: 'person',
		role: 'editor',
		assurance: 'none',
		params: promptPath.extend({
			/** UUID of the link. */
			link: uuidSchema,
		}),
		output: resultLinkSchema,
	},
} as const satisfies Record<string, Route>;
