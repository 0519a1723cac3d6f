import { z } from 'zod';

import { limits } from '../limits.ts';
import { questionIdSchema } from '../question.ts';
import { text } from '../text.ts';
import { displayFigures } from '../results/display-figures.ts';
import { jsonQuery } from './json-query.ts';

const versionPattern = new RegExp(
	`^[1-9]\\d{0,6}( [a-z0-9][a-z0-9_-]{0,${limits.experiment.key - 1}})?$`,
);

/** The responses that one figure of a question counts, in addition to the filter of the results. */
export const responseFigureSchema = z.strictObject({
	/** ID of the question. */
	question: questionIdSchema,
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
});

export type ResponseFigure = z.output<typeof responseFigureSchema>;

export const responseFigureQuery = jsonQuery(
	responseFigureSchema,
	'{"question":"score","was":"answered"}',
);

/**
 * The displays that a figure counts: all, those that no browser confirmed, those that were dismissed, those that have a
 * response, or those whose time to the first answer is known. Never a display that was released.
 */
export const displayFigureSchema = z.enum(displayFigures);

export type DisplayFigure = z.output<typeof displayFigureSchema>;
