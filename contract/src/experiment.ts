import { z } from 'zod';

import { appearanceSchema } from './appearance.ts';
import type { ValidationIssue } from './issues.ts';
import { limits } from './limits.ts';
import { questionsSchema, thankYouSchema, translationsSchema } from './prompt-words.ts';
import { timingSchema } from './timing.ts';
import { variantKeyPattern } from './variant-key.ts';

/** Names an experiment in its prompt, or a variant in its experiment. */
export const variantKeySchema = z
	.string()
	.regex(variantKeyPattern, {
		error: `must hold only lower-case letters, digits, "_" and "-", at most ${limits.experiment.key}, and start with a letter or digit`,
	});

/** Differences from the prompt. Fields that a variant omits keep the prompt's value. */
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

/** Rules between the variants, and between them and the prompt. */
export function findExperimentIssues(
	prompt: { translations?: Variant['translations'] },
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
