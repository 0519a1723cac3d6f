import type { Prompt, Variant } from '@feedback/contract';

const names: Record<Exclude<keyof Variant, 'key' | 'weight'>, string> = {
	questions: 'questions',
	thank_you: 'thank-you screen',
	translations: 'translations',
	timing: 'timing',
	appearance: 'appearance',
};

/**
 * Says what a variant changes.
 *
 * @example
 * describeVariant(prompt, 'short'); // 'other questions and timing'
 */
export function describeVariant({ experiment }: Prompt, key: string): string {
	const variant = experiment?.variants.find((one) => one.key === key);
	const changed = Object.entries(names).flatMap(([field, name]) =>
		variant?.[field as keyof typeof names] === undefined ? [] : [name],
	);
	return changed.length === 0
		? 'the prompt without changes'
		: `other ${new Intl.ListFormat('en').format(changed)}`;
}
