import { z } from 'zod';

import { appearanceSchema } from './appearance.ts';
import { askLaterSchema, findAskLaterIssues } from './ask-later.ts';
import type { AskLater } from './ask-later.ts';
import { budgetSchema, findBudgetIssues, type Budget } from './budget.ts';
import { applyVariant } from './apply-variant.ts';
import { experimentSchema, findExperimentIssues } from './experiment.ts';
import type { Experiment } from './experiment.ts';
import type { ValidationIssue } from './issues.ts';
import { limits } from './limits.ts';
import {
	buttonLabelsSchema,
	languageSchema,
	questionsSchema,
	thankYouSchema,
	translationsSchema,
} from './prompt-words.ts';
import type { Question } from './question.ts';
import { promptAudienceSchema } from './saved-audience.ts';
import { nameText } from './text.ts';
import { slugSchema } from './slug.ts';
import { timingSchema } from './timing.ts';
import { findTriggerIssues, triggerSchema } from './trigger.ts';
import { keySchema } from './values.ts';

// A prompt as its author writes it: the content of a prompt file and of a revision.

export const surveyIdSchema = slugSchema;

/** Share of subjects who may see the prompt; a subject stays in or out of the sample of a prompt. */
export const samplingSchema = z.strictObject({ rate: z.number().min(0).max(1).default(1) });

/** Limits on how often one subject sees the prompt. */
export const promptLimitsSchema = z.strictObject({
	/**
	 * `once`; `until_answered`; `times` (at most `times`); `always`. `again_after_days` is the minimum
	 * time between two displays of this prompt, for all but `once`.
	 */
	show: z.enum(['once', 'until_answered', 'times', 'always']).default('once'),
	times: z.number().int().min(1).max(1_000).optional(),
	again_after_days: z.number().min(0).max(limits.visitor.days).optional(),
	/** `ignore` opts this prompt out of the site's cooldown, of its "at most N per D days" and of its session limit. */
	site_limits: z.enum(['respect', 'ignore']).default('respect'),
	/**
	 * At most one display within `days` to all subjects for whom this trait has the same value, such as one person of a
	 * company. Subjects without the trait are not limited by it.
	 */
	per_group: z
		.strictObject({ trait: keySchema, days: z.number().int().min(1).max(limits.visitor.days) })
		.optional(),
});

export const promptSchema = z
	.strictObject({
		/** Public and unique in the site: the argument of `show(surveyId)`. */
		survey_id: surveyIdSchema,
		/** Title of the prompt in lists. */
		name: nameText(120),
		/** Language of the texts below. */
		language: languageSchema.default('en'),
		questions: questionsSchema,
		thank_you: thankYouSchema.optional(),
		/** Lets visitors postpone the prompt. */
		ask_later: askLaterSchema.optional(),
		/** Labels of the buttons, instead of the defaults in each language. */
		button_labels: buttonLabelsSchema.optional(),
		/** Texts by language tag, then by question ID. */
		translations: translationsSchema.optional(),
		/** Everyone, if omitted. */
		audience: promptAudienceSchema.optional(),
		/** If omitted, only `show()` displays the prompt. */
		trigger: triggerSchema.optional(),
		sampling: samplingSchema.prefault({}),
		timing: timingSchema.prefault({}),
		limits: promptLimitsSchema.prefault({}),
		/** No limit if omitted. */
		budget: budgetSchema.optional(),
		/** When several prompts match, the highest wins; among equals, the one published first. */
		priority: z.number().int().min(-100).max(100).default(0),
		appearance: appearanceSchema.prefault({}),
		/** Every subject gets one of its variants. */
		experiment: experimentSchema.optional(),
	})
	.check(({ value: prompt, issues }) => {
		for (const { path, message } of [...findContradictions(prompt), ...findVariantIssues(prompt)]) {
			issues.push({ code: 'custom', input: prompt, path, message });
		}
	});

export type Prompt = z.output<typeof promptSchema>;
/** A prompt as an author writes it: fields with a default are optional. */
export type PromptInput = z.input<typeof promptSchema>;

type Checked = {
	questions: Question[];
	thank_you?: z.infer<typeof thankYouSchema> | undefined;
	ask_later?: AskLater | undefined;
	translations?: z.infer<typeof translationsSchema> | undefined;
	audience?: z.infer<typeof promptAudienceSchema> | undefined;
	trigger?: z.infer<typeof triggerSchema> | undefined;
	timing: z.infer<typeof timingSchema>;
	limits: z.infer<typeof promptLimitsSchema>;
	budget?: Budget | undefined;
	appearance: z.infer<typeof appearanceSchema>;
	experiment?: Experiment | undefined;
};

/** Finds issues of the experiment, and of the prompt as each variant changes it. */
function findVariantIssues(prompt: Checked): ValidationIssue[] {
	if (!prompt.experiment) return [];
	const changed = prompt.experiment.variants.flatMap((variant, at) =>
		findContradictions(applyVariant(prompt, variant))
			// All other fields are the prompt's own and were checked already.
			.filter(({ path }) => String(path[0]) in variant)
			.map(({ path, message }) => ({ path: ['experiment', 'variants', at, ...path], message })),
	);
	return [...findExperimentIssues(prompt, prompt.experiment), ...changed];
}

// Rules between fields, because a single field's schema cannot check them.
function findContradictions(prompt: Checked): ValidationIssue[] {
	const found: ValidationIssue[] = [];
	const ids = prompt.questions.map((question) => question.id);

	prompt.questions.forEach((question, at) => {
		const here = ['questions', at];
		if (ids.indexOf(question.id) !== at) {
			found.push({
				path: [...here, 'id'],
				message: `"${question.id}" is used by an earlier question`,
			});
		}
		question.branches?.forEach((branch, index) => {
			if (branch.go !== 'end' && ids.lastIndexOf(branch.go) <= at) {
				const known = ids.slice(at + 1);
				found.push({
					path: [...here, 'branches', index, 'go'],
					message: `must name a later question or "end"${known.length > 0 ? `: ${known.join(', ')}` : ''}`,
				});
			}
		});
		if ('options' in question) {
			const values = question.options.map((option) => option.value);
			values.forEach((value, index) => {
				if (values.indexOf(value) !== index) {
					found.push({
						path: [...here, 'options', index, 'value'],
						message: `"${value}" is used by an earlier option`,
					});
				}
			});
		}
		if (question.type === 'multiple_choice') {
			const { min_choices: min, max_choices: max } = question;
			const most = question.options.length + (question.other_label ? 1 : 0);
			if (min !== undefined && min > (max ?? most)) {
				found.push({ path: [...here, 'min_choices'], message: `must be at most ${max ?? most}` });
			}
		}
	});

	for (const [language, words] of Object.entries(prompt.translations ?? {})) {
		for (const id of Object.keys(words.questions)) {
			if (!ids.includes(id)) {
				found.push({
					path: ['translations', language, 'questions', id],
					message: `there is no question "${id}"`,
				});
			}
		}
	}

	found.push(...findAskLaterIssues(prompt));

	const { starts_at: starts, ends_at: ends } = prompt.timing;
	if (starts && ends && Date.parse(starts) >= Date.parse(ends)) {
		found.push({ path: ['timing', 'ends_at'], message: 'must be later than starts_at' });
	}
	found.push(...findTriggerIssues(prompt));
	if ((prompt.limits.show === 'times') !== (prompt.limits.times !== undefined)) {
		found.push({
			path: ['limits', 'times'],
			message:
				prompt.limits.show === 'times'
					? 'is needed with show: times'
					: 'goes only with show: times',
		});
	}
	if (prompt.limits.show === 'once' && prompt.limits.again_after_days !== undefined) {
		found.push({ path: ['limits', 'again_after_days'], message: 'does not go with show: once' });
	}
	if (prompt.budget) found.push(...findBudgetIssues(prompt.budget));
	if ((prompt.appearance.position === 'inline') !== (prompt.appearance.target !== undefined)) {
		found.push({
			path: ['appearance', 'target'],
			message:
				prompt.appearance.position === 'inline'
					? 'is needed with position: inline'
					: 'goes only with position: inline',
		});
	}
	return found;
}
