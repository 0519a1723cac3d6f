import { requestTimeout } from '@feedback/contract/shared-limits';
import type { ErrorResponse } from '@feedback/contract/wire';

import { FeedbackError } from './feedback-error.ts';
import { settings } from './settings.ts';

/** Browsers refuse more than 64 KiB of `keepalive` bodies in flight; a character has up to 3 bytes. */
const maxKeepaliveCharacters = 20_000;
const maxRetryAfterMs = 900_000;

export type Reply<T> =
	| { body: T; error?: undefined; retry?: undefined }
	/** `retry`: the same request may succeed later, after at least `wait` milliseconds. */
	| { body?: undefined; error: FeedbackError; retry: boolean; wait: number };

/** Read when the module loads, so that a page that replaces `fetch` later can neither break nor observe the SDK. */
const nativeFetch = globalThis.fetch;
let characters = 0;
/** When the service's `Retry-After` ends, by a clock that cannot be changed. */
let pausedUntil = 0;

/** Sends a request to the `sdk` function. Resolves within 5 s and never rejects. */
export async function post<T>(route: string, request: unknown): Promise<Reply<T>> {
	const wait = pausedUntil - performance.now();
	if (wait > 0) {
		const error = new FeedbackError('rate_limited', 'Try later.');
		return { error, retry: true, wait };
	}
	const body = JSON.stringify(request);
	const controller = new AbortController();
	const timer = setTimeout(() => controller.abort(), requestTimeout);
	characters += body.length;
	try {
		// Without a preview, the request is sent in the same task.
		const send = settings.preview ? await settings.preview : nativeFetch;
		// A string body is sent as text/plain, which needs no preflight request.
		const response = await send(`${settings.apiUrl}/sdk/${route}`, {
			method: 'POST',
			body,
			keepalive: characters < maxKeepaliveCharacters,
			credentials: 'omit',
			signal: controller.signal,
		});
		// A display is reserved: request the prompt UI before the body has been read.
		if (response.status === 201) settings.load().catch(() => {});
		if (response.ok) return { body: await response.json() };
		const { status } = response;
		const answer: Partial<ErrorResponse> | undefined = await response.json().catch(() => undefined);
		const { code = 'bad_answer', message = `Status ${status}.`, ...detail } = answer?.error ?? {};
		const wait = Math.min(+response.headers.get('retry-after')! * 1_000 || 0, maxRetryAfterMs);
		if (wait) pausedUntil = performance.now() + wait;
		const error = new FeedbackError(code, message, detail);
		return { error, retry: status === 408 || status === 429 || status >= 500, wait };
	} catch (cause) {
		const code = controller.signal.aborted ? 'timeout' : 'network';
		const error = new FeedbackError(code, 'No answer.', { cause });
		return { error, retry: true, wait: 0 };
	} finally {
		clearTimeout(timer);
		characters -= body.length;
	}
}
