import { z } from 'zod';

import { earlierAnswerSchema } from './answer-history.ts';
import { limits } from './limits.ts';
import { questionIdSchema } from './question-id.ts';
import { prefillSources, readSource } from './text-values/parse-text.ts';
import { text } from './text.ts';
import { keySchema } from './values.ts';

const label = text(limits.prompt.title);
const words = text(limits.prompt.text);

/** A link that an author may use: `https:`, `mailto:` or a path on the same site. */
export const linkSchema = z
	.string()
	.max(2_048)
	.refine(
		(url) => /^(https:\/\/[^\s/]|mailto:[^\s@]+@|\/(?![/\\]))/.test(url) && !/[\s\\]/.test(url),
		{ error: 'must start with "https://", "mailto:" or "/"' },
	);

/** A condition on the answer that the visitor just gave. */
export const answerConditionSchema = z.union([
	z.strictObject({ op: z.enum(['answered', 'skipped']) }),
	z.strictObject({
		op: z.enum(['is', 'is_not', 'contains']),
		value: z.union([label, z.number(), z.boolean()]),
	}),
	z.strictObject({ op: z.enum(['at_least', 'at_most']), value: z.number() }),
	z.strictObject({
		op: z.literal('one_of'),
		value: z
			.array(z.union([label, z.number()]))
			.min(1)
			.max(limits.prompt.options),
	}),
]);

const whenSchema = z.union([answerConditionSchema, earlierAnswerSchema]);

/**
 * The same, with the issues of the shape that was meant. A union returns those of the shape in which keys are only
 * unknown: of an earlier answer without `within_days`, it says that `prompt` is not known.
 */
const branchConditionSchema: typeof whenSchema = z.preprocess((value, context) => {
	const isEarlier =
		typeof value === 'object' && value !== null && ('prompt' in value || 'answer' in value);
	const { error } = isEarlier ? earlierAnswerSchema.safeParse(value) : {};
	if (!error) return value;
	context.issues.push(...(error.issues as typeof context.issues));
	return z.NEVER;
}, whenSchema) as never;

/**
 * `go` names a later question or `end`: never an earlier one, so there are no loops. A condition on an earlier prompt is
 * decided when the prompt is displayed.
 */
export const branchSchema = z.strictObject({
	when: branchConditionSchema,
	go: z.union([questionIdSchema, z.literal('end')]),
});

/** A value that is an answer before the visitor gives one: `event.format`. */
const prefillSourceSchema = z
	.string()
	.max(limits.prompt.title)
	.refine((source) => readSource(source) !== undefined, {
		error: `must be a key of ${prefillSources.join(', ')}, such as "event.format"`,
	});

const base = {
	id: questionIdSchema,
	title: label,
	help: words.optional(),
	required: z.boolean().default(false),
	/** Where a first answer comes from, which the visitor can change. */
	prefill_from: prefillSourceSchema.optional(),
	/** The final answer becomes this trait of the account. */
	trait: keySchema.optional(),
	branches: z.array(branchSchema).max(limits.prompt.options).optional(),
};

export const optionSchema = z.strictObject({
	value: z
		.string()
		.regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/, {
			error: 'must hold only letters, digits, ".", "_", ":" and "-", at most 64',
		}),
	label,
	/** Choosing it clears every other choice ("None of these"). */
	exclusive: z.boolean().optional(),
});

const choices = {
	options: z.array(optionSchema).min(2).max(limits.prompt.options),
	/** Label of an option with a free text. */
	other_label: label.optional(),
	/** Draws the options in random order; "other" and exclusive options stay last. */
	randomize: z.boolean().default(false),
};

const ends = { low_label: label.optional(), high_label: label.optional() };

export const questionSchema = z.discriminatedUnion('type', [
	z.strictObject({
		...base,
		type: z.literal('rating'),
		style: z.enum(['numbers', 'stars', 'faces']).default('numbers'),
		scale: z.number().int().min(2).max(10).default(5),
		...ends,
	}),
	z.strictObject({ ...base, type: z.literal('nps'), ...ends }),
	z.strictObject({ ...base, type: z.literal('single_choice'), ...choices }),
	z.strictObject({
		...base,
		type: z.literal('multiple_choice'),
		...choices,
		min_choices: z.number().int().min(1).max(limits.prompt.options).optional(),
		max_choices: z.number().int().min(1).max(limits.prompt.options).optional(),
	}),
	z.strictObject({
		...base,
		type: z.literal('short_text'),
		placeholder: label.optional(),
		max_length: z
			.number()
			.int()
			.min(1)
			.max(limits.answer.shortText)
			.default(limits.answer.shortTextDefault),
		format: z.enum(['email', 'url']).optional(),
	}),
	z.strictObject({
		...base,
		type: z.literal('long_text'),
		placeholder: label.optional(),
		max_length: z.number().int().min(1).max(limits.answer.text).default(limits.answer.textDefault),
	}),
	z.strictObject({
		...base,
		type: z.literal('yes_no'),
		yes_label: label.optional(),
		no_label: label.optional(),
	}),
	z.strictObject({ ...base, type: z.literal('consent'), label }),
	z.strictObject({
		...base,
		type: z.literal('message'),
		text: words.optional(),
		button: z.strictObject({ label, url: linkSchema.optional() }).optional(),
	}),
	/** The visitor may send a picture of the page, and decides what it shows. */
	z.strictObject({ ...base, type: z.literal('screenshot') }),
]);

export type Question = z.infer<typeof questionSchema>;
export type Branch = z.infer<typeof branchSchema>;

type StringField<Q> = Q extends unknown
	? { [Field in keyof Q]-?: NonNullable<Q[Field]> extends string ? Field : never }[keyof Q]
	: never;

type NotTranslated = 'id' | 'type' | 'style' | 'format' | 'prefill_from' | 'trait';

/** Texts of the question itself. A new text does not compile until it can be translated. */
const ownWords = {
	title: label.optional(),
	help: words.optional(),
	low_label: label.optional(),
	high_label: label.optional(),
	other_label: label.optional(),
	placeholder: label.optional(),
	yes_label: label.optional(),
	no_label: label.optional(),
	label: label.optional(),
	text: words.optional(),
} satisfies Record<Exclude<StringField<Question>, NotTranslated>, z.ZodType>;

/** The texts of one question in another language; missing ones stay in the prompt's own language. */
export const questionWordsSchema = z.strictObject({
	...ownWords,
	button_label: label.optional(),
	/** By option value. */
	options: z.record(z.string(), label).optional(),
});
export type QuestionWords = z.infer<typeof questionWordsSchema>;
