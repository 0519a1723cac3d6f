import type { BackendResponse, ErrorResponse } from '@feedback/contract/wire';

import { FeedbackError } from '../feedback-error.ts';
import { pause, type SendBatch } from './report-queue.ts';

/** Milliseconds until the first retry; each further delay is twice as long, and each is shortened at random. */
const firstRetryMs = 250;
const longestRetryMs = 30_000;
/** Milliseconds after which one attempt is abandoned. */
const attemptMs = 10_000;

export type SendOptions = {
	apiUrl: string;
	siteKey: string;
	/** Milliseconds for which a request that may still succeed is retried. */
	retryForMs: number;
	send: typeof fetch;
};

type Failure = { error: FeedbackError; retry: boolean; waitMs: number };

/** Sends requests with retries: every item has an ID, so sending it twice is harmless. */
export function createSendBatch({ apiUrl, siteKey, retryForMs, send }: SendOptions): SendBatch {
	async function attempt(body: string): Promise<BackendResponse | Failure> {
		try {
			const response = await send(`${apiUrl}/events`, {
				method: 'POST',
				headers: { authorization: `Bearer ${siteKey}`, 'content-type': 'application/json' },
				body,
				signal: AbortSignal.timeout(attemptMs),
			});
			return response.ok
				? ((await response.json()) as BackendResponse)
				: await readFailure(response);
		} catch (cause) {
			const code = (cause as Error).name === 'TimeoutError' ? 'timeout' : 'network';
			const error = new FeedbackError(code, 'The service did not answer.', { cause });
			return { error, retry: true, waitMs: 0 };
		}
	}

	return async (request) => {
		const body = JSON.stringify(request);
		const end = performance.now() + retryForMs;
		for (let attempts = 0; ; attempts++) {
			const result = await attempt(body);
			if (!('error' in result)) return result;
			const backOffMs =
				Math.min(firstRetryMs * 2 ** attempts, longestRetryMs) * (0.5 + Math.random() / 2);
			const waitMs = Math.max(result.waitMs, backOffMs);
			if (!result.retry || performance.now() + waitMs > end) throw result.error;
			await pause(waitMs);
		}
	};
}

async function readFailure(response: Response): Promise<Failure> {
	const { status } = response;
	const answer = (await response.json().catch(() => undefined)) as
		| Partial<ErrorResponse>
		| undefined;
	const { code = 'bad_answer', message = `Status ${status}.`, ...detail } = answer?.error ?? {};
	return {
		error: new FeedbackError(code, message, detail),
		retry: status === 408 || status === 429 || status >= 500,
		waitMs: Number(response.headers.get('retry-after')) * 1_000 || 0,
	};
}
