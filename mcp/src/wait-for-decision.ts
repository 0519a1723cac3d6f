import { pause } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

/** Seconds between two looks at a request. */
const everySeconds = 2;

/** Resolves to the request once a person decided or it expired, and after so many seconds in any case. */
export async function waitForDecision(
	read: () => Promise<RouteOutput<'getGrantRequest'>>,
	seconds: number,
	signal: AbortSignal,
): Promise<RouteOutput<'getGrantRequest'>> {
	for (let left = seconds; ; left -= everySeconds) {
		const found = await read();
		if (found.state !== 'pending' || left <= 0) return found;
		await pause(Math.min(everySeconds, left) * 1_000, signal);
	}
}
