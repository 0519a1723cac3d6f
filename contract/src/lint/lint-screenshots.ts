import type { Question } from '../question.ts';
import type { LintIssue } from './lint-issue.ts';

/** Pictures that a prompt requires, although only the visitor can decide to send one. */
export function lintScreenshots(questions: readonly Question[]): LintIssue[] {
	return questions.flatMap(({ type, required }, at): LintIssue[] => {
		if (type !== 'screenshot' || !required) return [];
		const message = 'must be false: visitors decide whether to send a picture';
		return [{ severity: 'error', path: ['questions', at, 'required'], message }];
	});
}
