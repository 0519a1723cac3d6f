import type { BackendRequest, BackendResponse, ErrorResponse } from '@feedback/contract/wire';

import { FeedbackError } from '../feedback-error.ts';

/** Milliseconds after which one attempt is abandoned. */
export const attemptMs = 10_000;

export type SendOptions = { apiUrl: string; siteKey: string; send: typeof fetch };

/** `retry`: the same request may succeed later, after at least `waitMs`. */
export type Failure = { error: FeedbackError; retry: boolean; waitMs: number };

/** Makes one attempt to send a request. Every item has an ID, so sending it again is harmless. */
export type SendBatch = (request: BackendRequest) => Promise<BackendResponse | Failure>;

export function createSendBatch({ apiUrl, siteKey, send }: SendOptions): SendBatch {
	return async (request) => {
		const body = JSON.stringify(request);
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
