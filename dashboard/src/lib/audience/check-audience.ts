import { listIssues, routes } from '@feedback/contract';
import type { ValidationIssue } from '@feedback/contract';

/** Validates the key, name and rule of an audience against the contract. */
export function checkAudience(audience: unknown): ValidationIssue[] {
	const { error } = routes.createAudience.body.safeParse(audience, { reportInput: true });
	return error ? listIssues(error) : [];
}
