import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of a process so far, in milliseconds. Other programs on the machine do not add to it. */
export function readCpu(pid: number): number {
	const tasks = `/proc/${pid}/task`;
	return readdirSync(tasks)
		.map((task) => readTaskCpu(`${tasks}/${task}`))
		.reduce((sum, one) => sum + one, 0);
}

/** 0 for a thread that ended after it was listed. */
function readTaskCpu(task: string): number {
	try {
		return Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
	} catch (error) {
		if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!)) return 0;
		throw error;
	}
}
