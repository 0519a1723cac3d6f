import { destinationSettingsSchema, listIssues } from '@feedback/contract';
import type { ValidationIssue } from '@feedback/contract';

/** Validates the settings of a destination against the contract. */
export function checkDestination(settings: unknown): ValidationIssue[] {
	const { error } = destinationSettingsSchema.safeParse(settings, { reportInput: true });
	return error ? listIssues(error) : [];
}
