import { z } from 'zod';

import { appearanceSchema } from './appearance.ts';
import type { ValidationIssue } from './issues.ts';
import { limits } from './limits.ts';
import { questionsSchema, thankYouSchema, translationsSchema } from './prompt-words.ts';
import { timingSchema } from './timing.ts';

/** Names an experiment in its prompt, or a variant in its experiment. */
export const variantKeySchema = z
	.string()
	.regex(new RegExp(`^[a-z0-9][a-z0-9_-]{0,${limits.experiment.key - 1}}$`), {
		error: `must hold only lower-case letters, digits, "_" and "-", at most ${limits.experiment.key}, and start with a letter or digit`,
	});

/** What differs from the prompt. A field that a variant leaves out is that of the prompt. */
export const variantSchema = z.strictObject({
	/** Unique in the experiment; displays and responses store it. */
	key: variantKeySchema,
	/** Share of the subjects, relative to the weights of the other variants. */
	weight: z.number().int().min(0).max(limits.experiment.weight).default(1),
	/** Instead of all questions of the prompt. */
	questions: questionsSchema.optional(),
	/** Instead of the prompt's. */
	thank_you: thankYouSchema.optional(),
	/** Instead of all translations of the prompt: those translate its texts, not the variant's. */
	translations: translationsSchema.optional(),
	/** Field by field. */
	timing: z
		.strictObject({
			delay_seconds: timingSchema.shape.delay_seconds.unwrap().optional(),
			min_session_seconds: timingSchema.shape.min_session_seconds.unwrap().optional(),
		})
		.optional(),
	/** Field by field. */
	appearance: appearanceSchema.optional(),
});

export const experimentSchema = z.strictObject({
	/** Part of the draw: with another key, every subject is drawn again. */
	key: variantKeySchema,
	variants: z
		.array(variantSchema)
		.min(limits.experiment.variants.least)
		.max(limits.experiment.variants.most),
});

export type Variant = z.output<typeof variantSchema>;
export type Experiment = z.output<typeof experimentSchema>;

/** The fields of a prompt that a variant may change. */
type Varied = {
	questions: NonNullable<Variant['questions']>;
	thank_you?: Variant['thank_you'];
	translations?: Variant['translations'];
	timing: NonNullable<Variant['timing']>;
	appearance: NonNullable<Variant['appearance']>;
	experiment?: unknown;
};

/**
 * The prompt as subjects of a variant get it, without the experiment. `app.apply_variant` does the same in SQL.
 *
 * @example
 * applyVariant(prompt, { key: 'later', weight: 1, timing: { delay_seconds: 30 } }).timing.delay_seconds; // 30
 */
export function applyVariant<Content extends Varied>(
	prompt: Content,
	variant: Variant,
): Omit<Content, 'experiment'> {
	const { experiment: _, ...content } = prompt;
	const { questions, thank_you, translations, timing, appearance } = variant;
	return {
		...content,
		...(questions && { questions }),
		...(thank_you && { thank_you }),
		...(translations && { translations }),
		timing: { ...prompt.timing, ...timing },
		appearance: { ...withoutTarget(prompt.appearance, appearance), ...appearance },
	};
}

/** Only the position `inline` has a target, so another position of the variant removes it. */
function withoutTarget(
	{ target, ...appearance }: Varied['appearance'],
	changes: Variant['appearance'],
): Varied['appearance'] {
	const isElsewhere = changes?.position !== undefined && changes.position !== 'inline';
	return target === undefined || isElsewhere ? appearance : { ...appearance, target };
}

/**
 * The prompt as subjects of the variant with this key get it; the prompt itself without an experiment, or when it has no
 * such variant.
 *
 * @example
 * findVariant(prompt, response.variant).questions;
 */
export function findVariant<Content extends Varied & { experiment?: Experiment | undefined }>(
	prompt: Content,
	key: string | null,
): Omit<Content, 'experiment'> {
	const variant = prompt.experiment?.variants.find((one) => one.key === key);
	return variant ? applyVariant(prompt, variant) : prompt;
}

/** Rules between the variants, and between them and the prompt. */
export function findExperimentIssues(
	prompt: Pick<Varied, 'translations'>,
	{ variants }: Experiment,
): ValidationIssue[] {
	const found: ValidationIssue[] = [];
	const keys = variants.map(({ key }) => key);
	variants.forEach((variant, at) => {
		const here = ['experiment', 'variants', at];
		if (keys.indexOf(variant.key) !== at) {
			found.push({
				path: [...here, 'key'],
				message: `"${variant.key}" is used by an earlier variant`,
			});
		}
		const hasWords = variant.questions !== undefined || variant.thank_you !== undefined;
		const isTranslated = Object.keys(prompt.translations ?? {}).length > 0;
		if (hasWords && isTranslated && variant.translations === undefined) {
			found.push({
				path: [...here, 'translations'],
				message:
					'is needed, because the translations of the prompt are not those of the variant; {} for none',
			});
		}
	});
	if (variants.length > 0 && variants.every(({ weight }) => weight === 0)) {
		found.push({
			path: ['experiment', 'variants', 0, 'weight'],
			message: 'must be at least 1 in one of the variants',
		});
	}
	return found;
}
