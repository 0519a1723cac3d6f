import type { ErrorAnswer } from '@feedback/contract/wire';

import { FeedbackError } from './feedback-error.ts';
import { settings } from './settings.ts';

/** Milliseconds until an unanswered request counts as failed. */
const timeout = 5_000;
/** Browsers refuse more than 64 KiB of `keepalive` bodies in flight; a character has up to 3 bytes. */
const keepaliveCharacters = 20_000;
const longestWait = 900_000;

export type Reply<T> =
	| { body: T; error?: undefined; retry?: undefined }
	/** `retry`: the same request may succeed later, after at least `wait` milliseconds. */
	| { body?: undefined; error: FeedbackError; retry: boolean; wait: number };

/** Taken now, so that a page which replaces it later cannot break or overhear us. */
const native = globalThis.fetch;
let characters = 0;
/** Until then, by a clock that nobody can set, the service wants to be left alone. */
let pausedUntil = 0;

/** Sends a request to the `sdk` function. The reply comes within 5 s, and nothing is ever thrown. */
export async function post<T>(route: string, request: unknown): Promise<Reply<T>> {
	const wait = pausedUntil - performance.now();
	if (wait > 0) {
		const error = new FeedbackError('rate_limited', 'Too many requests.');
		return { error, retry: true, wait };
	}
	const body = JSON.stringify(request);
	const controller = new AbortController();
	const timer = setTimeout(() => controller.abort(), timeout);
	characters += body.length;
	try {
		// Without a preview it leaves in the very task that asks for it.
		const send = settings.preview ? await settings.preview : native;
		// A string body travels as text/plain, which needs no preflight request.
		const response = await send(`${settings.apiUrl}/sdk/${route}`, {
			method: 'POST',
			body,
			keepalive: characters < keepaliveCharacters,
			credentials: 'omit',
			signal: controller.signal,
		});
		// A display is reserved: what draws it is on its way before the answer has been read.
		if (response.status === 201) settings.load().catch(() => {});
		return response.ok ? { body: await response.json() } : await readFailure(response);
	} catch (cause) {
		const code = controller.signal.aborted ? 'timeout' : 'network';
		const error = new FeedbackError(code, 'No answer.', { cause });
		return { error, retry: true, wait: 0 };
	} finally {
		clearTimeout(timer);
		characters -= body.length;
	}
}

async function readFailure(response: Response) {
	const { status } = response;
	const answer: Partial<ErrorAnswer> | undefined = await response.json().catch(() => undefined);
	const { code = 'bad_answer', message = `Status ${status}.`, ...detail } = answer?.error ?? {};
	const wait = Math.min(+response.headers.get('retry-after')! * 1_000 || 0, longestWait);
	if (wait) pausedUntil = performance.now() + wait;
	const error = new FeedbackError(code, message, detail);
	return { error, retry: status === 408 || status === 429 || status >= 500, wait };
}
