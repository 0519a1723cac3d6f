import { listBranchReferences } from '../answer-references.ts';
import { applyVariant } from '../apply-variant.ts';
import { findAudienceRule, isSavedAudience } from '../audience-rule.ts';
import type { Prompt } from '../prompt.ts';
import { findReservedIds } from '../reserved-ids.ts';
import { lintAskLater } from './lint-ask-later.ts';
import { lintBranches } from './lint-branches.ts';
import type { LintIssue } from './lint-issue.ts';
import { lintChoices } from './lint-choices.ts';
import { lintRule } from './lint-rule.ts';
import { lintScreenshots } from './lint-screenshots.ts';
import { lintTexts } from './lint-texts.ts';
import { lintTraits } from './lint-traits.ts';
import { lintValues } from './lint-values.ts';

/**
 * What cannot work in a valid prompt, and what is probably a mistake. Not part of `promptSchema`, which also reads
 * stored revisions. `now` in milliseconds.
 *
 * @example
 * lintPrompt(prompt, Date.now());
 * // [{ severity: 'warning', path: ['timing', 'ends_at'], message: 'is in the past: the prompt is not displayed' }]
 */
export function lintPrompt(prompt: Prompt, now: number): LintIssue[] {
	const own = prompt.experiment?.variants.every(({ questions }) => questions) ? [] : lint(prompt);
	const variants = (prompt.experiment?.variants ?? []).flatMap((variant, at) => {
		const changed = { ...prompt, ...applyVariant(prompt, variant) };
		return (
			[...lint(changed), ...lintValues(changed)]
				// The others are the prompt's own.
				.filter(({ path }) => String(path[0]) in variant)
				.map((issue) => ({ ...issue, path: ['experiment', 'variants', at, ...issue.path] }))
		);
	});
	return [
		...findReservedIds(prompt).map((issue) => ({ ...issue, severity: 'error' as const })),
		...own,
		...lintValues(prompt),
		...variants,
		...lintAskLater(prompt, now),
		...lintOwnAnswers(prompt),
		...lintReach(prompt, now),
	];
}

function lint(prompt: Pick<Prompt, 'language' | 'questions' | 'translations'>): LintIssue[] {
	return [
		...lintBranches(prompt.questions),
		...lintChoices(prompt.questions),
		...lintScreenshots(prompt.questions),
		...lintTexts(prompt),
		...lintTraits(prompt),
	];
}

/** Branches on earlier answers to the prompt itself, where no visitor has one. */
function lintOwnAnswers({ survey_id: own, questions, limits: { show } }: Prompt): LintIssue[] {
	if (show === 'always' || show === 'times') return [];
	return listBranchReferences(questions, ['questions']).flatMap(
		({ condition, path }): LintIssue[] =>
			condition.prompt === own
				? [
						{
							severity: 'warning',
							path,
							message: `never holds: nobody who sees "${own}" has answered it before; for the answer just given, leave out prompt, answer and within_days`,
						},
					]
				: [],
	);
}

/** Whether anyone can see the prompt. */
function lintReach({ audience, trigger, timing, sampling }: Prompt, now: number): LintIssue[] {
	const rule = findAudienceRule(audience);
	const rulePath = isSavedAudience(audience) ? ['audience', 'rule'] : ['audience'];
	const warn = (path: LintIssue['path'], message: string): LintIssue => {
		return { severity: 'warning', path, message };
	};
	return [
		...(rule ? lintRule(rule, rulePath) : []),
		...(trigger?.where ? lintRule(trigger.where, ['trigger', 'where']) : []),
		...(timing.ends_at && Date.parse(timing.ends_at) <= now
			? [warn(['timing', 'ends_at'], 'is in the past: the prompt is not displayed')]
			: []),
		...(sampling.rate === 0 ? [warn(['sampling', 'rate'], 'is 0: nobody sees the prompt')] : []),
	];
}

/** What cannot work: the prompt is refused. */
export function findLintErrors(prompt: Prompt): LintIssue[] {
	return lintPrompt(prompt, 0).filter(({ severity }) => severity === 'error');
}
