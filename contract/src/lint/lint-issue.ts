import type { ValidationIssue } from '../issues.ts';

/** An `error` cannot work, so the prompt is refused. A `warning` works, but is probably not what the author wants. */
export type LintIssue = Pick<ValidationIssue, 'path' | 'message'> & {
	severity: 'error' | 'warning';
};
