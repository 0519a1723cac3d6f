import { z } from 'zod';

import { limits } from './limits.ts';
import { languageSchema } from './prompt-words.ts';
import { isSelector } from './selector.ts';
import { slugSchema } from './slug.ts';
import { nameText, text } from './text.ts';

const label = nameText(limits.prompt.button);

/** The button of a site that opens one prompt on every page. */
export const launcherSchema = z
	.strictObject({
		/** Survey ID of the prompt that it opens. */
		survey_id: slugSchema,
		/** At an edge or in a corner of the window, or `inline`: in an element of the app. */
		position: z.enum(['right', 'left', 'bottom_right', 'bottom_left', 'inline']).default('right'),
		/** CSS selector of the element, for `inline`. A click on a button or link opens the prompt. */
		target: text(200).optional(),
		/** "Feedback" in the visitor's language, if omitted. */
		label: label.optional(),
		/** Labels by language tag. */
		translations: z
			.record(languageSchema, label)
			.refine((texts) => Object.keys(texts).length <= limits.prompt.languages, {
				error: `must hold at most ${limits.prompt.languages} languages`,
			})
			.optional(),
	})
	.refine(({ position, target }) => (position === 'inline') === (target !== undefined), {
		path: ['target'],
		error: 'is needed with the position "inline", and only with it',
	});

export type Launcher = z.output<typeof launcherSchema>;

/** A launcher that is set now. Earlier versions stored every text as `target`. */
export const newLauncherSchema = launcherSchema.refine(
	({ target }) => target === undefined || isSelector(target),
	{ path: ['target'], error: 'must be a CSS selector such as "#help"' },
);
