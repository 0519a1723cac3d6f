import { z } from 'zod';

import { audienceSchema, measureRule, whereSchema } from './condition.ts';
import type { ValidationIssue } from './issues.ts';
import { limits } from './limits.ts';
import { questionIdSchema, questionSchema, questionWordsSchema } from './question.ts';
import { nameText, text } from './text.ts';
import { eventNameSchema } from './values.ts';

// A prompt as its author writes it: the content of a prompt file and of a revision.

export const surveyIdSchema = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, {
	error:
		'must hold only lower-case letters, digits, "_" and "-", at most 64, and start with a letter or digit',
});

/** The BCP 47 tags that name a language, with a script or region: `de`, `de-AT`, `zh-Hant-TW`. */
export const languageSchema = z
	.string()
	.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/, {
		error: 'must be a language tag such as "de" or "de-AT"',
	});

const thankYouSchema = z.strictObject({
	title: text(limits.prompt.title),
	text: text(limits.prompt.text).optional(),
});

/** Which events trigger the prompt. */
export const triggerSchema = z.strictObject({
	events: z.array(eventNameSchema).min(1).max(limits.prompt.events),
	/** Conditions on the event's properties. */
	where: whereSchema.optional(),
	/** Every property that `where` reads must be verified: in a valid event proof, or reported by the backend. */
	verified: z.boolean().default(false),
	/** Who reports the event: `browser`, also when left out, or `backend`. The prompt ignores events of the other. */
	source: z.enum(['browser', 'backend']).optional(),
});

/** Share of subjects that may be asked; a subject stays in or out of the sample of a prompt. */
export const samplingSchema = z.strictObject({ rate: z.number().min(0).max(1).default(1) });

const instantSchema = z.iso.datetime({
	offset: true,
	error: 'must be a time with its zone, such as "2026-03-01T09:30:00Z"',
});

export const timingSchema = z.strictObject({
	/** Seconds between the event and the prompt; the decision is made again after the delay. */
	delay_seconds: z.number().int().min(0).max(limits.prompt.delay).default(0),
	starts_at: instantSchema.optional(),
	ends_at: instantSchema.optional(),
	/** How long a prompt that the backend triggered waits for the account, in hours; 24 when left out. */
	wait_hours: z.number().int().min(1).max(limits.prompt.waitHours).optional(),
	/** Not during the first seconds of a session. */
	min_session_seconds: z.number().int().min(0).max(limits.prompt.sessionSeconds).default(0),
});

/** How often one subject sees the prompt. */
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
});

/** A missing field takes the site's setting, or else the value of `builtinAppearance` or `builtinStyle`. */
export const appearanceSchema = z.strictObject({
	theme: z.enum(['auto', 'light', 'dark']).optional(),
	accent: z
		.string()
		.regex(/^#[0-9a-fA-F]{6}$/, { error: 'must be a colour such as "#4f46e5"' })
		.optional(),
	radius: z.number().min(0).max(24).optional(),
	font: z.enum(['system', 'inherit']).optional(),
	position: z
		.enum(['bottom_right', 'bottom_left', 'top_right', 'top_left', 'center', 'inline'])
		.optional(),
	/** CSS selector of the element to draw in, for `inline`. */
	target: text(200).optional(),
});

export const promptSchema = z
	.strictObject({
		/** Public and unique in the site: the argument of `show(surveyId)`. */
		survey_id: surveyIdSchema,
		/** Title of the prompt in lists. */
		name: nameText(120),
		/** Language of the texts below. */
		language: languageSchema.default('en'),
		questions: z.array(questionSchema).min(1).max(limits.prompt.questions),
		thank_you: thankYouSchema.optional(),
		/** Texts by language tag, then by question ID. */
		translations: z
			.record(
				languageSchema,
				z.strictObject({
					questions: z.record(questionIdSchema, questionWordsSchema).default({}),
					thank_you: thankYouSchema.partial().optional(),
				}),
			)
			.optional(),
		/** Everyone, when left out. */
		audience: audienceSchema.optional(),
		/** Only `show()` displays the prompt, when left out. */
		trigger: triggerSchema.optional(),
		sampling: samplingSchema.prefault({}),
		timing: timingSchema.prefault({}),
		limits: promptLimitsSchema.prefault({}),
		/** When several prompts match, the highest wins; among equals, the one published first. */
		priority: z.number().int().min(-100).max(100).default(0),
		appearance: appearanceSchema.prefault({}),
	})
	.check(({ value: prompt, issues }) => {
		for (const { path, message } of findContradictions(prompt)) {
			issues.push({ code: 'custom', input: prompt, path, message });
		}
	});

export type Prompt = z.output<typeof promptSchema>;
/** What an author writes: fields with a default are optional. */
export type PromptInput = z.input<typeof promptSchema>;

// Rules between fields, which no field's own schema can check.
function findContradictions(prompt: {
	questions: z.infer<typeof questionSchema>[];
	translations?:
		Record<string, { questions: Record<string, z.infer<typeof questionWordsSchema>> }> | undefined;
	audience?: z.infer<typeof audienceSchema> | undefined;
	trigger?: z.infer<typeof triggerSchema> | undefined;
	timing: z.infer<typeof timingSchema>;
	limits: z.infer<typeof promptLimitsSchema>;
	appearance: z.infer<typeof appearanceSchema>;
}): ValidationIssue[] {
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

	for (const [path, rule] of [
		[['audience'], prompt.audience],
		[['trigger', 'where'], prompt.trigger?.where],
	] as const) {
		if (!rule) continue;
		const { conditions, depth } = measureRule(rule);
		if (conditions > limits.prompt.conditions) {
			found.push({
				path: [...path],
				message: `has ${conditions} conditions, at most ${limits.prompt.conditions}`,
			});
		}
		if (depth > limits.prompt.groups) {
			found.push({
				path: [...path],
				message: `nests ${depth} groups, at most ${limits.prompt.groups}`,
			});
		}
	}

	const { starts_at: starts, ends_at: ends } = prompt.timing;
	if (starts && ends && Date.parse(starts) >= Date.parse(ends)) {
		found.push({ path: ['timing', 'ends_at'], message: 'must be later than starts_at' });
	}
	if (prompt.timing.wait_hours !== undefined && prompt.trigger?.source !== 'backend') {
		found.push({ path: ['timing', 'wait_hours'], message: 'goes only with source: backend' });
	}
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
