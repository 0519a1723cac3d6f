import { closeSync, mkdirSync, openSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const staleMs = 30_000;

/**
 * Runs a function while holding a lock file: a refresh token can be used once, and two commands that start together
 * would both use it. The owner renews the lock; if the owner has died, another command takes over the lock after 30
 * seconds.
 */
export async function runAlone<Result>(path: string, run: () => Promise<Result>): Promise<Result> {
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	for (;;) {
		try {
			closeSync(openSync(path, 'wx', 0o600));
			break;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
			const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
			// A lock from the future was created before the clock was set back.
			if (Math.abs(Date.now() - since) > staleMs) rmSync(path, { force: true });
			else await pause(50);
		}
	}
	const beat = setInterval(() => touch(path), staleMs / 3).unref();
	try {
		return await run();
	} finally {
		clearInterval(beat);
		rmSync(path, { force: true });
	}
}

function touch(path: string): void {
	const now = new Date();
	try {
		utimesSync(path, now, now);
	} catch {
		// Someone removed the lock; there is nothing to renew.
	}
}
