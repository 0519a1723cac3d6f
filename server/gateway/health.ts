import type { Context } from 'hono';

import type { NodeEnv } from './http-server.ts';

/** Milliseconds for which a readiness result is reused. */
const cachedMs = 1_000;
/** Milliseconds that the parts may take to report whether they are ready. */
const deadlineMs = 2_000;

/** Names of the parts that are not ready; none when events can be recorded and decided on. */
export type FindUnready = () => Promise<readonly string[]>;

/**
 * Calls `find` at most once a second, for any number of callers. A failure or a late response means that the functions
 * are not ready.
 */
export function cacheReadiness(find: FindUnready): FindUnready {
	let asked: { at: number; answer: Promise<readonly string[]> } | undefined;
	return () => {
		const now = performance.now();
		if (asked && now - asked.at < cachedMs) return asked.answer;
		const answer = withDeadline(find()).catch(() => ['functions']);
		asked = { at: now, answer };
		return answer;
	};
}

async function withDeadline<Result>(answer: Promise<Result>): Promise<Result> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(reject, deadlineMs, new Error('The parts did not answer.'));
	});
	try {
		return await Promise.race([answer, late]);
	} finally {
		clearTimeout(timer);
	}
}

/**
 * The response of `/readyz`: 200, or 503 with the names of the parts that are not ready. `impaired` parts fail without
 * keeping the server from recording events.
 */
export function answerReadiness(
	c: Context<NodeEnv>,
	unready: readonly string[],
	impaired: readonly string[] = [],
): Response {
	c.header('cache-control', 'no-store');
	const ready = unready.length === 0;
	const named = impaired.length > 0 && { impaired };
	return c.json({ ready, not_ready: unready, ...named }, ready ? 200 : 503);
}
