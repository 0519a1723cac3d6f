import { z } from 'zod';

import { askLaterWordsSchema } from './ask-later.ts';
import { boundRecord } from './bound-record.ts';
import { limits } from './limits.ts';
import { questionIdSchema } from './question-id.ts';
import { questionSchema, questionWordsSchema } from './question.ts';
import { text } from './text.ts';
import { buttons } from './words.ts';

// Texts of a prompt: its questions, its thank-you, and their translations.

/** The BCP 47 tags that name a language, with a script or region: `de`, `de-AT`, `zh-Hant-TW`. */
export const languageSchema = z
	.string()
	.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/, {
		error: 'must be a language tag such as "de" or "de-AT"',
	});

/** Shown after the last answer. */
export const thankYouSchema = z.strictObject({
	title: text(limits.prompt.title),
	text: text(limits.prompt.text).optional(),
});

/** Labels of the prompt's buttons; a missing one keeps its default. */
export const buttonLabelsSchema = z
	.strictObject(
		Object.fromEntries(buttons.map((name) => [name, text(limits.prompt.button)])) as ButtonSchemas,
	)
	.partial();
type ButtonSchemas = Record<(typeof buttons)[number], z.ZodString>;

export const questionsSchema = z.array(questionSchema).min(1).max(limits.prompt.questions);

const translations = z.record(
	languageSchema,
	z.strictObject({
		questions: boundRecord(
			z.record(questionIdSchema, questionWordsSchema).default({}),
			limits.prompt.questions,
			'questions',
		),
		thank_you: thankYouSchema.partial().optional(),
		ask_later: askLaterWordsSchema.optional(),
		button_labels: buttonLabelsSchema.optional(),
	}),
);

/** Texts by language tag, then by question ID. */
export const translationsSchema = boundRecord(translations, limits.prompt.languages, 'languages');
