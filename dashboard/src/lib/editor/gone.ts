import { ApiError } from '@feedback/client';

/** Why nothing can be saved: the prompt was deleted, or the person may no longer see it. */
export function refuseGone(cause?: unknown): ApiError {
	return new ApiError('not_found', {
		status: 404,
		message: 'This prompt was deleted, or you can no longer see it.',
		hint: 'Nothing is lost: your version is saved in this browser. Close this dialog to download it or to save it as a new prompt.',
		cause,
	});
}

export function isGone(error: unknown): boolean {
	return error instanceof ApiError && error.code === 'not_found';
}
