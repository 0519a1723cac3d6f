import type { PromptFileIssue } from '@feedback/contract/prompt-file';

/**
 * An error of a prompt file as `feedback prompt validate` prints it.
 *
 * @example
 * describeFileError('ease.yaml', problem); // 'ease.yaml:3:1 questons is not known here; did you mean "questions"?'
 */
export function describeFileError(name: string, problem: PromptFileIssue): string {
	const path = problem.path.join('.');
	const meant = problem.suggestion === undefined ? '' : `; did you mean "${problem.suggestion}"?`;
	const said = path ? `${path} ${problem.message}` : problem.message;
	return `${name}:${problem.line}:${problem.column} ${said}${meant}`;
}
