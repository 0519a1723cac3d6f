import { readFileSync } from 'node:fs';

import { listChildren } from '../server/supervisor/children.ts';

/** A process and all processes that it has started, directly or indirectly. */
export function listTree(pid: number): number[] {
	return [pid, ...listChildren(pid).flatMap(listTree)];
}

/** The embedded Postgres of a server with all of its processes. */
export function listPostgres(data: string): number[] {
	const file = readFileSync(`${data}/postgres/postmaster.pid`, 'utf8');
	return listTree(Number(file.split('\n')[0]));
}

/** The process of a server's functions for visitors' events. */
export function findFunctions(server: number): number {
	const found = listChildren(server).find((pid) => {
		const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
		return command.includes('functions-host') && command.includes('"only":["sdk"');
	});
	if (found === undefined) throw new Error('The functions do not run.');
	return found;
}

/** Sends a signal to the processes that are still running. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
	for (const pid of pids) {
		try {
			process.kill(pid, signal);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
		}
	}
}
