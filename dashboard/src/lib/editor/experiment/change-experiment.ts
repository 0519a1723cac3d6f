import { limits } from '@feedback/contract';

import type { PromptContent } from '#lib/prompt/prompt-content.ts';

export type ExperimentContent = NonNullable<PromptContent['experiment']>;
export type VariantContent = ExperimentContent['variants'][number];

/** The parts of a prompt that a variant may change in the editor. */
export type VariedPart = 'questions' | 'timing' | 'appearance';

/**
 * Two variants: the unchanged prompt, and a variant to change. The key contains the number of the revision that will
 * have the experiment, so each experiment of a prompt has its own: one with the key of an earlier one would assign
 * people to the same variants as that one.
 */
export function newExperiment(revision: number): ExperimentContent {
	return {
		key: `experiment-${revision}`,
		variants: [
			{ key: 'control', weight: 1 },
			{ key: 'variant-1', weight: 1 },
		],
	};
}

/** Adds a variant without changes, unless the experiment is full. */
export function addVariant({ variants }: ExperimentContent): void {
	if (variants.length >= limits.experiment.variants.most) return;
	const keys = variants.map(({ key }) => key);
	let number = 1;
	while (keys.includes(`variant-${number}`)) number += 1;
	variants.push({ key: `variant-${number}`, weight: 1 });
}

/**
 * Sets whether a variant differs from the prompt in one part. The variant's own questions start as copies of the
 * prompt's, without their translations.
 *
 * @example
 * changePart(content, content.experiment.variants[1], 'timing', true);
 */
export function changePart(
	content: PromptContent,
	variant: VariantContent,
	part: VariedPart,
	differs: boolean,
): void {
	if (part !== 'questions') {
		if (differs) variant[part] = {};
		else delete variant[part];
	} else if (differs) {
		// Not structuredClone: the editor's state is a proxy.
		variant.questions = JSON.parse(JSON.stringify(content.questions)) as PromptContent['questions'];
		// Also while the prompt has none: a language may be added later.
		variant.translations = {};
	} else {
		delete variant.questions;
		if (variant.thank_you === undefined) delete variant.translations;
	}
}

/**
 * The share of people who get a variant, from 0 to 1; undefined while the weights are invalid.
 *
 * @example
 * shareOf(experiment, 0); // 0.5
 */
export function shareOf({ variants }: ExperimentContent, at: number): number | undefined {
	const weights = variants.map(({ weight }) => weight ?? 1);
	const total = weights.reduce((sum, weight) => sum + weight, 0);
	const share = weights[at]! / total;
	return typeof total === 'number' && Number.isFinite(share) ? share : undefined;
}
