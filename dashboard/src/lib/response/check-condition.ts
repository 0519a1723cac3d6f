import { filterCondition, listIssues } from '@feedback/contract';
import type { ValidationIssue } from '@feedback/contract';

/** Validates a condition of a filter against the contract. Paths begin with `condition`. */
export function checkCondition(rule: unknown): ValidationIssue[] {
	const { error } = filterCondition.safeParse(rule, { reportInput: true });
	return (error ? listIssues(error) : []).map((issue) => ({
		...issue,
		path: ['condition', ...issue.path],
	}));
}
