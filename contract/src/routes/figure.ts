import { z } from 'zod';

import { limits } from '../limits.ts';
import { questionIdSchema } from '../question-id.ts';
import { contextPath } from '../shared-limits.ts';
import { text } from '../text.ts';
import { displayFigures } from '../results/display-figures.ts';
import { jsonQuery } from './json-query.ts';
import { rateDivisionSchema } from './rate-division.ts';

const versionPattern = new RegExp(
	`^[1-9]\\d{0,6}( [a-z0-9][a-z0-9_-]{0,${limits.experiment.key - 1}})?$`,
);

/** A response that a figure counts once for each person who gave a question several scores. */
const repeatedSchema = z.enum(['first', 'latest', 'higher', 'same', 'lower']);

/** The responses that one figure counts, in addition to the filter of the results. */
const figureOfQuestionSchema = z.strictObject({
	/** ID of the question. Without one, `was` must be `answered`: responses with an answer to any question. */
	question: questionIdSchema.optional(),
	/**
	 * A revision that asks it, or that and the variant, such as "3 short": only responses to versions that ask it with
	 * the same type, scale and options.
	 */
	as: z
		.string()
		.regex(versionPattern, {
			error: 'must be a revision, or a revision and the key of a variant, such as "3 short"',
		})
		.optional(),
	/** Only responses to versions that ask it with this text. */
	title: text(limits.prompt.title).optional(),
	/** Only responses that reached, answered or skipped it. */
	was: z.enum(['reached', 'answered', 'skipped']).optional(),
	/** Only responses with one of these answers, written as in `counts`: "9", "true", an option, or "(other)". */
	values: z.array(text(limits.values.string)).min(1).max(limits.prompt.options).optional(),
	/**
	 * Of the people who gave the question more than one score, only the first or the latest response with one; or the
	 * latest, if its score is higher than the first, the same, or lower.
	 */
	repeated: repeatedSchema.optional(),
});

export const responseFigureSchema = figureOfQuestionSchema.refine(
	({ question, was, ...more }) =>
		question !== undefined || (was === 'answered' && Object.keys(more).length === 0),
	{ path: ['question'], error: 'is missing; only {"was":"answered"} needs none' },
);

export type ResponseFigure = z.output<typeof responseFigureSchema>;

export const responseFigureQuery = jsonQuery(
	responseFigureSchema,
	'{"question":"score","was":"answered"}',
);

/** The displays of one group of the response rates. */
export const rateFigureSchema = z
	.strictObject({
		by: rateDivisionSchema,
		/** Key of the group: device, path, hour, value of the trait, or key of the audience; null where it is unknown. */
		group: z.string().max(contextPath).nullable().optional(),
		/** The groups that are not listed, combined. */
		rest: z.literal(true).optional(),
		/** Only displays that have a response. */
		answered: z.literal(true).optional(),
	})
	.refine(({ group, rest }) => (group === undefined) !== (rest === undefined), {
		path: ['group'],
		error: 'or rest must be given: exactly one of them',
	});

export type RateFigure = z.output<typeof rateFigureSchema>;

const namedFigureSchema = z.enum(displayFigures);

export type DisplayFigure = z.output<typeof namedFigureSchema> | RateFigure;

/**
 * The displays that a figure counts: all, those that no browser confirmed, those that were dismissed or postponed, those
 * that have a response, or those whose time to the first answer is known; or JSON of a group of response rates. Never a
 * display that was released.
 */
export const displayFigureQuery = z.union(
	[namedFigureSchema, jsonQuery(rateFigureSchema, '{"by":"device","group":"phone"}')],
	{
		error: `must be one of ${displayFigures.join(', ')}, or JSON such as {"by":"device","group":"phone"}`,
	},
);
