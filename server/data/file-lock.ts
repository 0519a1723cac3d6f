import { readFileSync, rmSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { createFile } from './create-file.ts';

/** Runs a task while holding a lock file, so that two processes do not build the same thing at the same time. */
export async function withFileLock<Result>(
	path: string,
	task: () => Promise<Result>,
): Promise<Result> {
	while (!createFile(path, String(process.pid))) {
		if (isAbandoned(path)) rmSync(path, { force: true });
		else await pause(200);
	}
	try {
		return await task();
	} finally {
		rmSync(path, { force: true });
	}
}

const longestBuildMs = 10 * 60_000;

// The lock's process has ended, or the lock is so old that the process ID has been reused.
function isAbandoned(path: string): boolean {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (!stats) return false;
	if (Date.now() - stats.mtimeMs > longestBuildMs) return true;
	try {
		process.kill(Number(readFileSync(path, 'utf8')), 0);
		return false;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ESRCH';
	}
}
