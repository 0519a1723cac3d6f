import type { PromptFileIssue } from '@feedback/contract/prompt-file';

/**
 * An error of a prompt file as `feedback prompt validate` prints it.
 *
 * @example
 * describeFileError('ease.yaml', fault); // 'ease.yaml:3:1 questons is not known here; did you mean "questions"?'
 */
export function describeFileError(name: string, fault: PromptFileIssue): string {
	const path = fault.path.join('.');
	const meant = fault.suggestion === undefined ? '' : `; did you mean "${fault.suggestion}"?`;
	const said = path ? `${path} ${fault.message}` : fault.message;
	return `${name}:${fault.line}:${fault.column} ${said}${meant}`;
}
