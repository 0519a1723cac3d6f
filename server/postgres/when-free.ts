import { setTimeout as wait } from 'node:timers/promises';

/**
 * Milliseconds for which a change waits for a lock while every later request queues behind it, and milliseconds for
 * which it then lets the requests go first.
 */
export const lockWaitMs = 2_000;
const pauseMs = 1_000;

const lockNotAvailable = '55P03';

/** Whether Postgres gave up waiting for a lock. */
export function isLockTimeout(error: unknown): boolean {
	const { code, cause } = error as { code?: string; cause?: unknown };
	return code === lockNotAvailable || (cause !== undefined && isLockTimeout(cause));
}

/** Repeats a change while a long transaction, such as a dump, holds the locks that it needs. */
export async function whenFree<Result>(
	change: () => Promise<Result>,
	onLocked?: () => void,
): Promise<Result> {
	for (;;) {
		try {
			return await change();
		} catch (error) {
			if (!isLockTimeout(error)) throw error;
			onLocked?.();
			await wait(pauseMs);
		}
	}
}
