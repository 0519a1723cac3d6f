import { ApiError } from '@feedback/client';

import { isRetried } from './retried-errors.ts';

export type ProblemText = { what: string; todo: string; request?: string };

/** Describes an error: what happened, and what to do. */
export function describeProblem(error: unknown): ProblemText {
	if (!(error instanceof ApiError)) {
		return {
			what: error instanceof Error ? error.message : 'Something went wrong.',
			todo: 'Reload the page. If it happens again, contact the operator of the service.',
		};
	}
	const request = error.request_id ? { request: error.request_id } : {};
	return { what: error.message, todo: error.hint ?? advise(error), ...request };
}

function advise(error: ApiError): string {
	switch (error.code) {
		case 'unreachable':
			return `Check your connection, and check that the service is running. ${
				isRetried(error) ? 'This page keeps retrying.' : 'Then try again.'
			}`;
		case 'unavailable':
		case 'internal':
			return `Nothing is lost. ${
				isRetried(error) ? 'This page keeps retrying.' : 'Try again in a moment.'
			} If the problem persists, contact the operator of the service.`;
		case 'rate_limited':
			return isRetried(error)
				? 'This page continues automatically in a moment.'
				: 'Wait a moment, then try again.';
		case 'forbidden':
			return 'Ask an owner of the workspace for access.';
		case 'not_found':
			return 'It may have been deleted, or you may have left its workspace.';
		default:
			return 'Reload the page and try again.';
	}
}
