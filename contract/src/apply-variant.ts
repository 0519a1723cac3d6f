// Imports no schemas: pages that show responses need no schema library.
import type { Experiment, Variant } from './experiment.ts';

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
 * Returns the prompt that subjects of a variant see, without the experiment. `app.apply_variant` does the
 * same in SQL.
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
 * Returns the prompt that subjects of the variant with this key see; the prompt itself if it has no
 * experiment or no such variant.
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
