import { canBeTrait } from '../answer-traits.ts';
import type { Prompt } from '../prompt.ts';
import type { LintIssue } from './lint-issue.ts';

/** Answers that cannot become the trait that they name, or overwrite each other. */
export function lintTraits({ questions }: Pick<Prompt, 'questions'>): LintIssue[] {
	return questions.flatMap(({ id, type, trait }, at): LintIssue[] => {
		if (trait === undefined) return [];
		const issue = (message: string): LintIssue => {
			return { severity: 'error', path: ['questions', at, 'trait'], message };
		};
		if (!canBeTrait[type]) {
			return [issue(`does not go with the type ${type}: a trait is one short value`)];
		}
		const earlier = questions.slice(0, at).find((other) => other.trait === trait);
		return earlier
			? [issue(`"${trait}" is already the trait of "${earlier.id}", not only of "${id}"`)]
			: [];
	});
}
