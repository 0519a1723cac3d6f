import type { Question } from '../question.ts';
import type { LintIssue } from './lint-issue.ts';

/** Numbers of choices that nobody can make, because an exclusive option goes with no other. */
export function lintChoices(questions: readonly Question[]): LintIssue[] {
	return questions.flatMap((question, at): LintIssue[] => {
		if (question.type !== 'multiple_choice' || question.min_choices === undefined) return [];
		const shared = question.options.filter(({ exclusive }) => !exclusive).length;
		const most = shared + (question.other_label === undefined ? 0 : 1);
		if (question.min_choices <= most || (most === 0 && question.min_choices === 1)) return [];
		return [
			{
				severity: 'error',
				path: ['questions', at, 'min_choices'],
				message: `must be at most ${most}: exclusive options cannot be chosen together`,
			},
		];
	});
}
