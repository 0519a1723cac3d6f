import { findRuleIssues, listIssues, routes } from '@feedback/contract';
import type { ValidationIssue } from '@feedback/contract';

/** Validates the key, name and rule of an audience against the contract. */
export function checkAudience(audience: unknown): ValidationIssue[] {
	const { error, data } = routes.createAudience.body.safeParse(audience, { reportInput: true });
	return error ? listIssues(error) : findRuleIssues(data.rule, ['rule']);
}
