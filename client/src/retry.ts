import { errors } from '@feedback/contract';

import type { ApiError } from './api-error.ts';

export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

const maxAttempts = 3;
const firstPauseMs = 300;
/** If `Retry-After` is longer, the error is returned, because nobody waits that long in front of a screen. */
const maxPauseMs = 5_000;

/** Retries a request with exponential backoff while its error is transient. */
export async function retry<Result>(
	run: () => Promise<{ result: Result } | { error: ApiError; after: number | undefined }>,
	wait: Wait,
	signal: AbortSignal | undefined,
): Promise<Result> {
	for (let attempt = 1; ; attempt += 1) {
		const outcome = await run();
		if ('result' in outcome) return outcome.result;
		const pause = outcome.after ?? firstPauseMs * 3 ** (attempt - 1) * (0.5 + Math.random());
		if (attempt === maxAttempts || pause > maxPauseMs || !isTransient(outcome.error)) {
			throw outcome.error;
		}
		await wait(pause, signal);
	}
}

function isTransient(error: ApiError): boolean {
	if (error.code === 'unreachable') return true;
	// A person will not approve within the time of a backoff.
	return errors[error.code].retry && error.code !== 'approval_required';
}

/** Resolves after the time; rejects with the signal's reason when it is aborted first. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		signal?.throwIfAborted();
		const timer = setTimeout(() => {
			signal?.removeEventListener('abort', onAbort);
			resolve();
		}, milliseconds);
		function onAbort() {
			clearTimeout(timer);
			reject(signal?.reason as Error);
		}
		signal?.addEventListener('abort', onAbort, { once: true });
	});
}
