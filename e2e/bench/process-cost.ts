// Reads the CPU and memory of processes. Linux only: it reads /proc.
import { readFileSync } from 'node:fs';

/** Memory of processes in MiB, with shared pages counted once (PSS). */
export function memoryOf(pids: readonly number[]): number {
	const kilobytes = pids.map((pid) => {
		const text = readOf(pid, 'smaps_rollup');
		return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0);
	});
	return sum(kilobytes) / 1_024;
}

/** CPU time of processes in milliseconds, including that of their children that have ended. */
export function cpuOf(pids: readonly number[]): number {
	return sum(
		pids.map((pid) => {
			const stat = readOf(pid, 'stat');
			// The fields after the name, which may contain spaces and brackets: state, parent and so on; times in
			// hundredths of a second.
			const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
			return sum(fields.slice(11, 15).map(Number)) * 10;
		}),
	);
}

/** The program of a process, and what Postgres says of its own. */
export function nameOf(pid: number): string {
	const words = readOf(pid, 'cmdline').split(/[\0 ]/);
	const program = (words[0] ?? '').split('/').at(-1)!;
	return program === 'postgres:' ? `postgres ${words[1]} ${pid}` : `${program} ${pid}`;
}

function readOf(pid: number, file: string): string {
	try {
		return readFileSync(`/proc/${pid}/${file}`, 'utf8');
	} catch (error) {
		// The process has ended in the meantime.
		if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!)) return '';
		throw error;
	}
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
