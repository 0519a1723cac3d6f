// Responses are checked, because something between page and service may respond in its place: a service worker with
// its offline page, the portal of a network, a proxy. What such a response does not confirm is sent again.
import type { EventResult } from '@feedback/contract/wire';

import { toRecord } from './json.ts';

/** The parts of a request that its response refers to. */
type Request = { events?: { id: string }[]; seq?: number };

/** The field that a response must have, besides the time. */
const expected: Partial<Record<string, string>> = {
	events: 'results',
	identify: 'identity',
	show: 'decision',
	claim: 'decision',
	display: 'state',
	answer: 'seq',
};

/** The response to a request; `undefined` when it is not the service's. */
export function readReply(route: string, request: Request, answer: unknown): object | undefined {
	const body = toRecord(answer);
	body['results'] = [body['results'] as Partial<EventResult> | undefined]
		.flat()
		.filter(
			(result) =>
				typeof result?.status === 'string' && request.events?.some(({ id }) => id === result.id),
		);
	const value = body[expected[route] ?? 'now'];
	const confirmation = Array.isArray(value) ? value.length : (toRecord(value)['reason'] ?? value);
	return Number.isFinite(body['now']) &&
		/^[sn]/.test(typeof confirmation) &&
		confirmation !== 0 &&
		(route !== 'answer' || Number(value) >= request.seq!)
		? body
		: undefined;
}
