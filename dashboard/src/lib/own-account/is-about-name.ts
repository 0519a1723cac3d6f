import { ApiError } from '@feedback/client';

/** Whether the service refused a person’s name. The error is then shown at its field only. */
export function isAboutName(problem: unknown): problem is ApiError {
	return problem instanceof ApiError && problem.field === 'name';
}
