import { z } from 'zod';

import { limits } from './limits.ts';
import { questionIdSchema, questionSchema, questionWordsSchema } from './question.ts';
import { text } from './text.ts';

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

export const questionsSchema = z.array(questionSchema).min(1).max(limits.prompt.questions);

/** Texts by language tag, then by question ID. */
export const translationsSchema = z.record(
	languageSchema,
	z.strictObject({
		questions: z.record(questionIdSchema, questionWordsSchema).default({}),
		thank_you: thankYouSchema.partial().optional(),
	}),
);
