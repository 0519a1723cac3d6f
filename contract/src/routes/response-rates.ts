import { z } from 'zod';

import { promptPath } from './path.ts';
import { estimateSchema } from './question-summary.ts';
import { rateDivisionSchema } from './rate-division.ts';
import { instantSchema, type Route } from './route.ts';
import { segment } from './segment.ts';

/** Displays, and how many of them were answered. */
const rateSchema = z.object({
	displays: z.number().int(),
	/** Responses to these displays. */
	responses: z.number().int(),
	/** Null without displays. */
	response_rate: estimateSchema.nullable(),
});

export const responseRateRoutes = {
	getResponseRates: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}/response-rates',
		summary:
			'The response rate of a prompt by device, path, hour of the day, saved audience, or the values of a trait.',
		need: 'response:read',
		role: 'viewer',
		params: promptPath,
		query: segment.extend({
			since: instantSchema.optional(),
			until: instantSchema.optional(),
			/**
			 * Dimension that divides the displays: `device`, `path`, `hour` (in the site's time zone),
			 * `audience`, or `trait:` and the key of a trait.
			 */
			by: rateDivisionSchema,
		}),
		output: rateSchema.extend({
			/**
			 * The groups with the most displays first, hours in their order, and audiences by name. An audience has everyone
			 * who met its newest rule when the prompt was displayed, so one display may count in several.
			 */
			groups: z.array(
				rateSchema.extend({
					/** The device, path, hour (0 to 23), value or key of the audience; null where it is unknown. */
					key: z.string().nullable(),
					/** Name of the audience; null for other groups. */
					name: z.string().nullable(),
				}),
			),
			/** The remaining groups, combined; null if there are none. */
			rest: rateSchema.extend({ groups: z.number().int() }).nullable(),
			/**
			 * Saved audiences without a group: their rules need data that a display does not store, or
			 * there are too many.
			 */
			left_out: z.array(z.object({ key: z.string(), name: z.string() })),
			/** If there are very many displays, only the newest are counted, from this time on. Null if all are counted. */
			counted_since: instantSchema.nullable(),
		}),
		errors: ['approval_required'],
	},
} as const satisfies Record<string, Route>;
