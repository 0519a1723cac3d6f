import { readdirSync, readFileSync } from 'node:fs';

/** Running child processes of a process; none if the system does not list processes in `/proc`. */
export function listChildren(parent: number): number[] {
	let pids: string[];
	try {
		pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	} catch {
		return [];
	}
	return pids.filter((pid) => parentOf(pid) === parent).map(Number);
}

function parentOf(pid: string): number | undefined {
	try {
		// The state and the parent follow the name, which may contain spaces and brackets.
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
	} catch {
		return undefined;
	}
}
