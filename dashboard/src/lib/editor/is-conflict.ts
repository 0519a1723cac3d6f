import { ApiError } from '@feedback/client';

/** Whether another person changed the prompt first. */
export function isConflict(error: unknown): error is ApiError {
	return error instanceof ApiError && ['conflict', 'revision_conflict'].includes(error.code);
}
