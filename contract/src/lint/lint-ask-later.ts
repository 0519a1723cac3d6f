import type { Prompt } from '../prompt.ts';
import type { LintIssue } from './lint-issue.ts';
import { toVisible } from './visible-text.ts';

const dayMs = 86_400_000;

/** Labels that cannot be seen or distinguished, and choices after which the prompt is over. `now` in milliseconds. */
export function lintAskLater(
	{ ask_later: later, timing }: Pick<Prompt, 'ask_later' | 'timing'>,
	now: number,
): LintIssue[] {
	if (!later) return [];
	const labels = later.choices.map(({ label }) => label && toVisible(label));
	const wrong = (path: LintIssue['path'], message: string): LintIssue => {
		return { severity: 'error', path: ['ask_later', ...path], message };
	};
	return [
		...(later.label !== undefined && toVisible(later.label) === ''
			? [wrong(['label'], 'must hold a visible character')]
			: []),
		...labels.flatMap((label, at): LintIssue[] => {
			const path = ['choices', at, 'label'];
			if (label === undefined) return [];
			if (label === '') return [wrong(path, 'must hold a visible character')];
			if (labels.indexOf(label) === at) return [];
			return [wrong(path, `${JSON.stringify(label)} is the label of an earlier choice`)];
		}),
		...later.choices.flatMap(({ days }, at): LintIssue[] =>
			timing.ends_at && now + days * dayMs >= Date.parse(timing.ends_at)
				? [
						{
							severity: 'warning',
							path: ['ask_later', 'choices', at, 'days'],
							message:
								'is after the end of the prompt: a visitor who chooses it now is not asked again',
						},
					]
				: [],
		),
	];
}
