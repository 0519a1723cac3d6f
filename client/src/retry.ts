import { errors } from '@feedback/contract';

import type { ApiError } from './api-error.ts';

export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

const attempts = 3;
const firstPause = 300;
/** Longer than this nobody waits in front of a screen; the error is told instead. */
const longestPause = 5_000;

/** Runs it again after a pause while its error may pass: at most three times in all. */
export async function retry<Result>(
	run: () => Promise<{ result: Result } | { error: ApiError; after: number | undefined }>,
	wait: Wait,
	signal: AbortSignal | undefined,
): Promise<Result> {
	for (let attempt = 1; ; attempt += 1) {
		const outcome = await run();
		if ('result' in outcome) return outcome.result;
		const pause = outcome.after ?? firstPause * 3 ** (attempt - 1) * (0.5 + Math.random());
		if (attempt === attempts || pause > longestPause || !mayPass(outcome.error)) {
			throw outcome.error;
		}
		await wait(pause, signal);
	}
}

function mayPass(error: ApiError): boolean {
	if (error.code === 'unreachable') return true;
	// A person approves when they find the time, not within a backoff.
	return errors[error.code].retry && error.code !== 'approval_required';
}

/** Resolves after the time; rejects with the signal's reason when that is aborted first. */
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
