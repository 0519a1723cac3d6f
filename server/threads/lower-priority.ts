import { readdirSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** How much later other work runs than visitors' events when the processors are busy, as `nice` counts it. */
const niceness = 5;

/** Lets others run before a process of this machine. */
export function lowerPriority(pid: number): void {
	let threads: string[];
	try {
		// On Linux, the priority of a process is that of its first thread.
		threads = readdirSync(`/proc/${pid}/task`);
	} catch {
		threads = [String(pid)];
	}
	for (const thread of threads) lower(Number(thread));
}

/** Lets others run before this thread. Only Linux has priorities of threads; elsewhere, nothing changes. */
export function lowerThreadPriority(): void {
	try {
		// Ends with the ID of the thread that reads it.
		lower(Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
	} catch {
		return;
	}
}

function lower(id: number): void {
	try {
		setPriority(id, niceness);
	} catch {
		// A container or a unit may forbid it.
	}
}
