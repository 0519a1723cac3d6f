import { promptSchema } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { toContent } from '#lib/prompt/prompt-content.ts';

import { addLanguage, removeLanguage } from '../translations/change-translation.ts';
import { addVariant, changePart, newExperiment, shareOf } from './change-experiment.ts';

const open = () => {
	const experiment = newExperiment(2);
	const content = toContent({
		survey_id: 'ease',
		name: 'Ease',
		questions: [{ id: 'ease', type: 'rating', title: 'How easy was it?' }],
		translations: { de: { questions: { ease: { title: 'Wie leicht war es?' } } } },
		experiment,
	});
	return { content, experiment: content.experiment! };
};
const isValid = (content: unknown) => promptSchema.safeParse(content).success;

describe('an experiment in the editor', () => {
	it('is valid from the beginning, and has at most five variants', () => {
		const { content, experiment } = open();
		expect(isValid(content)).toBe(true);
		for (let added = 0; added < 9; added++) addVariant(experiment);
		expect(experiment.variants.map(({ key }) => key)).toEqual([
			'control',
			'variant-1',
			'variant-2',
			'variant-3',
			'variant-4',
		]);
		expect(isValid(content)).toBe(true);
	});

	it('has another key in each revision, so that it assigns everyone again', () => {
		expect(newExperiment(3).key).not.toBe(newExperiment(2).key);
	});

	it('gives a variant a copy of the questions, without translations', () => {
		const { content, experiment } = open();
		const variant = experiment.variants[1]!;
		changePart(content, variant, 'questions', true);
		expect(variant.questions).toEqual(content.questions);
		expect(variant.questions).not.toBe(content.questions);
		expect(variant.translations).toEqual({});
		expect(isValid(content)).toBe(true);
		changePart(content, variant, 'questions', false);
		expect(variant).toEqual({ key: 'variant-1', weight: 1 });
	});

	it.each(['questions', 'thank_you'] as const)(
		'stays valid with a language that is added after other %s',
		(words) => {
			const { content, experiment } = open();
			removeLanguage(content, 'de');
			const variant = experiment.variants[1]!;
			if (words === 'questions') changePart(content, variant, words, true);
			else variant[words] = { title: 'Thanks!' };
			expect(isValid(content)).toBe(true);
			addLanguage(content, 'fr');
			expect(isValid(content)).toBe(true);
			removeLanguage(content, 'fr');
			expect(isValid(content)).toBe(true);
		},
	);

	it('lets a variant have other timing and appearance', () => {
		const { content, experiment } = open();
		const variant = experiment.variants[1]!;
		changePart(content, variant, 'timing', true);
		changePart(content, variant, 'appearance', true);
		expect(variant).toMatchObject({ timing: {}, appearance: {} });
		changePart(content, variant, 'timing', false);
		expect(variant).not.toHaveProperty('timing');
	});

	it('computes the share of a variant, unless the weights are invalid', () => {
		const { experiment } = open();
		experiment.variants[0]!.weight = 3;
		expect(shareOf(experiment, 0)).toBe(0.75);
		experiment.variants[0]!.weight = 'x' as never;
		expect(shareOf(experiment, 1)).toBeUndefined();
		for (const variant of experiment.variants) variant.weight = 0;
		expect(shareOf(experiment, 0)).toBeUndefined();
	});
});
