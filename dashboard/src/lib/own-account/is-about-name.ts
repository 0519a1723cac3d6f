import { ApiError } from '@feedback/client';

/** Whether the service refused a person’s name: its field says so, and nothing else needs to. */
export function isAboutName(problem: unknown): problem is ApiError {
	return problem instanceof ApiError && problem.field === 'name';
}
