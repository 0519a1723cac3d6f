import { requestsUnderway, requestTimeout } from '@feedback/contract/shared-limits';

import { FeedbackError } from './feedback-error.ts';
import { fromJson, toJson, toRecord } from './json.ts';
import { loadLater } from './late.ts';
import type { Reply } from './messages.ts';
import { log } from './notify.ts';
import { readReply } from './reply.ts';
import { settings } from './settings.ts';

/** Browsers refuse more than 64 KiB of `keepalive` bodies in flight; a character has up to 3 bytes. */
const maxKeepaliveCharacters = 5_000;

/** Read when the module loads, so that a page that replaces `fetch` later can neither break nor observe the SDK. */
const nativeFetch = globalThis.fetch;
let underway = 0;
const waiting: (() => void)[] = [];

/** Number of requests that are in flight or wait for their turn. */
export const countRequests = () => underway + waiting.length;

/**
 * Sends a request to the `sdk` function. Resolves within 5 s of its turn and never rejects. Without other requests and
 * a preview, it is sent in the same task.
 */
export async function post<T>(route: string, request: object): Promise<Reply<T>> {
	// Browsers queue requests beyond a few for each host, and would spend the time of a queued one.
	if (underway < requestsUnderway) underway++;
	else await new Promise<void>((start) => waiting.push(start));
	const controller = new AbortController();
	let timer: ReturnType<typeof setTimeout> | undefined;
	try {
		const wait = (settings.pausedUntil ?? 0) - performance.now();
		if (settings.isStopped || wait > 0)
			return toReply<T>(undefined, 'rate_limited', undefined, wait);
		log('sent', route, request);
		const body = toJson(request);
		timer = setTimeout(() => controller.abort(), requestTimeout);
		const send = settings.preview ? await settings.preview : nativeFetch;
		// A string body is sent as text/plain, which needs no preflight request.
		const response = await send(
			`${settings.apiUrl}/sdk/${route}`,
			toRecord<RequestInit>({
				method: 'POST',
				body,
				keepalive: body.length < maxKeepaliveCharacters,
				credentials: 'omit',
				signal: controller.signal,
			}),
		);
		// A display is reserved: request what displays it before the body has been read.
		if (response.status === 201)
			for (const load of [settings.load, loadLater]) load().catch(() => {});
		const answer = await response
			.text()
			.then(fromJson)
			.catch((cause: unknown) => {
				if (controller.signal.aborted) throw cause;
			});
		const reply = response.ok && readReply(route, request, answer);
		return reply ? toReply(reply as T) : (await loadLater()).readFailure(response, answer);
	} catch (cause) {
		return toReply<T>(undefined, controller.signal.aborted ? 'timeout' : 'network', cause);
	} finally {
		clearTimeout(timer);
		// The next one takes over this one's place.
		const start = waiting.shift();
		if (start) start();
		else underway--;
	}
}

/** A reply: `body`, or why there is none. */
function toReply<T>(body: T | undefined, code?: string, cause?: unknown, wait = 0): Reply<T> {
	const error = code && new FeedbackError(code, 'No answer.', { cause });
	return { body, error, retry: !!code, wait } as Reply<T>;
}
