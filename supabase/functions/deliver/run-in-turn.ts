import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds for which a task is waited for before the next one begins. */
const turnMs = 50;

/**
 * Runs tasks one after the other, so that they share one connection to the database while there is little to do. A slow
 * one, such as with a mail server that hangs, delays the others only briefly, and one that fails prevents none. Rejects
 * with the first failure when all have ended.
 */
export async function runInTurn(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
	const running: Promise<PromiseSettledResult<unknown>[]>[] = [];
	for (const task of tasks) {
		const settled = Promise.allSettled([task()]);
		running.push(settled);
		const timer = new AbortController();
		const late = wait(turnMs, undefined, { signal: timer.signal }).catch(() => undefined);
		await Promise.race([settled, late]);
		timer.abort();
	}
	const ended = (await Promise.all(running)).flat();
	const failed = ended.find((result) => result.status === 'rejected');
	if (failed) throw failed.reason;
}
