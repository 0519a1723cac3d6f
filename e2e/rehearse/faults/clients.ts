// Clients that report events as the SDK does: they time out after five seconds, keep failed events and send them again.
import { setTimeout as pause } from 'node:timers/promises';

import { mintUuidv7 } from '../../../supabase/functions/_shared/uuidv7.ts';

/** Outcome of one attempt; `status` 0 when the client timed out or was cut off. */
export type Attempt = {
	status: number;
	retryAfter: string | null;
	code?: string;
	/** In milliseconds of `performance.now()`. */
	from: number;
	to: number;
};

export type Clients = {
	attempts: Attempt[];
	/** Events that were acknowledged. */
	acknowledged: Set<string>;
	/** Lets each client finish its event, and then stops the clients. */
	leave(): Promise<void>;
};

/**
 * Twice the SDK's time-out: on a busy machine, a refusal may arrive late, and the test expects a refusal instead of a
 * time-out.
 */
const timeoutMs = 10_000;

/** Starts this many clients, each of which sends one event at a time. */
export function sendClients(count: number, apiUrl: string, site: string): Clients {
	const attempts: Attempt[] = [];
	const acknowledged = new Set<string>();
	let leaving = false;

	async function work(): Promise<void> {
		const visitor = crypto.randomUUID();
		while (!leaving) {
			const now = Date.now();
			const event = { id: mintUuidv7(now), name: 'fault.outlived' };
			const body = { site, visitor, session: mintUuidv7(now), sdk: '0.4.0', events: [event] };
			for (;;) {
				const attempt = await send(`${apiUrl}/sdk/events`, { ...body, decide: true });
				attempts.push(attempt);
				if (attempt.status === 200) break;
				await pause(50);
			}
			acknowledged.add(event.id);
			await pause(10);
		}
	}

	const working = Array.from({ length: count }, work);
	return {
		attempts,
		acknowledged,
		async leave() {
			leaving = true;
			await Promise.all(working);
		},
	};
}

/** One request, as the SDK sends it. */
export async function send(
	url: string,
	body: unknown,
	headers: Record<string, string> = {},
): Promise<Attempt> {
	const from = performance.now();
	const of = (rest: Pick<Attempt, 'status' | 'retryAfter'> & { code?: string }) => ({
		...rest,
		from,
		to: performance.now(),
	});
	try {
		const response = await fetch(url, {
			method: body === undefined ? 'GET' : 'POST',
			...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
			headers,
			signal: AbortSignal.timeout(timeoutMs),
		});
		const { error } = (await response.json()) as { error?: { code?: string } | string };
		const code = typeof error === 'string' ? error : error?.code;
		const retryAfter = response.headers.get('retry-after');
		return of({ status: response.status, retryAfter, ...(code !== undefined && { code }) });
	} catch {
		return of({ status: 0, retryAfter: null });
	}
}
