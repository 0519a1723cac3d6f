import { z } from 'zod';

import { boundRecord } from './bound-record.ts';
import type { ValidationIssue } from './issues.ts';
import { limits } from './limits.ts';
import { text } from './text.ts';

// "Ask me later": a visitor postpones a prompt to a day of their choice.

const label = text(limits.prompt.button).optional();

export const askLaterSchema = z.strictObject({
	/** Label of the button; a default in the visitor's language, if omitted. */
	label,
	/** What the visitor chooses from, in this order. */
	choices: z
		.array(
			z.strictObject({
				/** Days until the prompt may be displayed again. */
				days: z.number().int().min(1).max(limits.visitor.days),
				/** "Tomorrow", "In 1 week" and so on in the visitor's language, if omitted. */
				label,
			}),
		)
		.min(1)
		.max(limits.prompt.laterChoices),
});

export type AskLater = z.infer<typeof askLaterSchema>;

/** These texts in another language. */
export const askLaterWordsSchema = z.strictObject({
	label,
	/** Labels of the choices, by their days. */
	choices: boundRecord(
		z.record(z.string().regex(/^[1-9]\d?$/), text(limits.prompt.button)),
		limits.visitor.days,
		'choices',
	).optional(),
});

export type AskLaterWords = z.infer<typeof askLaterWordsSchema>;

type Offered = {
	ask_later?: AskLater | undefined;
	translations?: Record<string, { ask_later?: AskLaterWords | undefined }> | undefined;
};

/** Finds choices that are alike, and translations of what is not offered. */
export function findAskLaterIssues({ ask_later: later, translations }: Offered): ValidationIssue[] {
	const days = later?.choices.map((choice) => choice.days) ?? [];
	const repeated = days.flatMap((each, at) =>
		days.indexOf(each) === at
			? []
			: [
					{
						path: ['ask_later', 'choices', at, 'days'],
						message: `${each} is used by an earlier choice`,
					},
				],
	);
	const unknown = Object.entries(translations ?? {}).flatMap(([language, { ask_later: words }]) =>
		Object.keys(words?.choices ?? {})
			.filter((each) => !days.includes(Number(each)))
			.map((each) => ({
				path: ['translations', language, 'ask_later', 'choices', each],
				message: `there is no choice of ${each} days`,
			})),
	);
	return [...repeated, ...unknown];
}
