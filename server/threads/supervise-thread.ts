import { type Supervised, supervise, type SupervisorOptions } from '../supervisor/supervisor.ts';
import { runThread, type ThreadOptions } from './run-thread.ts';

/** A thread that is started again when it fails or hangs, always on the same port. */
export type SupervisedThread = Supervised & { port: number };

/** Starts a thread and keeps it running. Rejects with its error when the first start fails. */
export async function superviseThread(
	options: Omit<ThreadOptions, 'signal'> &
		Pick<SupervisorOptions, 'name' | 'probeEvery' | 'probeTimeout' | 'probes'>,
): Promise<SupervisedThread> {
	let { port } = options;
	const supervised = await supervise({
		...options,
		async start(signal) {
			const run = await runThread({ ...options, port: port ?? 0, signal });
			({ port } = run);
			return run;
		},
	});
	return Object.assign(supervised, { port: port! });
}
