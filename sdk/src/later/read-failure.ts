import { toRecord } from '../json.ts';
import type { Reply } from '../messages.ts';
import type { Core } from './interface.ts';

const maxRetryAfterMs = 900_000;

/** Reads a response that does not confirm its request. */
export function createReadFailure({ FeedbackError, settings }: Core) {
	return <T>({ ok, status, headers }: Response, answer: unknown): Reply<T> => {
		const wait = Math.min(Number(headers.get('retry-after')) * 1_000 || 0, maxRetryAfterMs);
		if (wait) settings().pausedUntil = performance.now() + wait;
		const { code, message, field, hint, request_id } = toRecord(toRecord(answer)['error']);
		// Anything can respond with a status; only the service names the request in its log.
		if (ok || typeof code !== 'string' || typeof request_id !== 'string') {
			const error = new FeedbackError(
				'bad_answer',
				`The response with status ${status} is not the service’s.`,
				{ hint: 'Check apiUrl, service workers and proxies.' },
			);
			return { body: undefined, error, retry: true, wait };
		}
		const error = new FeedbackError(code, typeof message === 'string' ? message : code, {
			...texts({ field, hint }),
			request_id,
		});
		const retry = status === 408 || status === 429 || status >= 500;
		return { body: undefined, error, retry, wait };
	};
}

function texts(values: object): object {
	return Object.fromEntries(
		Object.entries(values).filter(([, value]) => typeof value === 'string'),
	);
}
