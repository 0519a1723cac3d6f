import { ApiError } from '@feedback/client';

import { Failure } from './failure.ts';
import type { FailureCode } from './failure.ts';
import type { Settings } from './settings/settings.ts';

type ErrorContext = {
	settings: Settings | undefined;
	/** Source of the token. */
	source: string | undefined;
	/** The variable that names a proxy. */
	proxy?: string | undefined;
};

/** Converts any error into a failure with a next step. */
export function toFailure(error: unknown, context: ErrorContext): Failure {
	if (error instanceof Failure) return error;
	if (error instanceof ApiError) return explainApiError(error, context);
	const text = error instanceof Error ? error.message : String(error);
	return new Failure('internal', `Something unexpected happened: ${text}`, {
		hint: 'Please report it, with the command that you typed.',
		cause: error,
	});
}

function explainApiError(error: ApiError, context: ErrorContext): Failure {
	const { hint, next } = advise(error, context);
	return new Failure(error.code satisfies FailureCode, error.message, {
		// The service's hint is about HTTP headers; on the command line, people sign in with a command.
		hint: error.code === 'unauthenticated' ? hint : (error.hint ?? hint),
		request_id: error.request_id,
		details: {
			...(error.field !== undefined && { field: error.field }),
			...(error.status > 0 && { status: error.status }),
		},
		...(next && { next }),
		...(error.approval && { approval: error.approval }),
		cause: error,
	});
}

type Advice = { hint?: string; next?: string[][] };

function advise(error: ApiError, { settings, source, proxy }: ErrorContext): Advice {
	const host = settings?.api_url.value ?? 'the service';
	switch (error.code) {
		case 'unauthenticated':
			if (source === 'FEEDBACK_TOKEN' || source === '--token-file') {
				return {
					hint: `${host} refused the token from ${source}: it is wrong, expired, or for another service.`,
				};
			}
			return {
				hint: source
					? `${host} refused the sign-in stored in the ${source}.`
					: `You are not signed in at ${host}.`,
				next: [['feedback', 'login']],
			};
		case 'unreachable':
			return {
				hint:
					`Check that it is running, and check its URL: ${host} comes from ${settings?.api_url.source ?? 'nowhere'}.` +
					(proxy === undefined
						? ''
						: ` Requests go through the proxy in ${proxy}; NO_PROXY lists exceptions.`),
				next: [['feedback', 'doctor']],
			};
		case 'not_found':
			return {
				hint: 'It does not exist, or is not among the sites that you chose at sign-in.',
				next: [['feedback', 'site', 'list']],
			};
		case 'forbidden':
			return {
				hint: 'Your role does not allow it, or only a person can do it, in the dashboard.',
				next: [['feedback', 'whoami']],
			};
		case 'rate_limited':
		case 'unavailable':
			return { hint: 'Wait a moment, then run the same command again.' };
		default:
			return {};
	}
}
