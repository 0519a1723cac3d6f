import { Worker } from 'node:worker_threads';

import type { Log } from '../log/log.ts';
import { probeHttp } from '../supervisor/probe.ts';
import type { Run } from '../supervisor/supervisor.ts';

/** A message of a thread: the port that it listens on, a line for the log, or one that only its script sends. */
export type ThreadMessage = { port: number } | { log: Parameters<Log> } | object;

export type ThreadOptions = {
	/** Path of a script that serves HTTP on loopback, such as one that calls `serveInThread`. */
	script: string;
	/** Its `workerData`, besides `port` and `isLessUrgent`. */
	data: object;
	/** The port to listen on; any free one by default. */
	port?: number;
	log: Log;
	/** Whether visitors' events run first when the processors are busy. */
	isLessUrgent?: boolean | undefined;
	/** Receives the messages that only this script sends. */
	onMessage?: ((message: object) => void) | undefined;
	/** Cancels a start. */
	signal?: AbortSignal;
};

/** A thread that serves HTTP on loopback. */
export type ThreadRun = Run & { port: number };

/** Milliseconds within which a thread finishes its work when it is stopped. */
const drainMs = 15_000;

const resourceLimits = {
	// Beyond this, the thread fails instead of the process. It is several times what each of them needs.
	maxOldGenerationSizeMb: 256,
	// V8 would let short-lived objects fill more before it collects them.
	maxYoungGenerationSizeMb: 12,
};

/** Starts a thread and waits until it listens. Rejects with its error. */
export async function runThread(options: ThreadOptions): Promise<ThreadRun> {
	const { script, data, log, isLessUrgent, onMessage, signal } = options;
	const worker = new Worker(script, {
		workerData: { ...data, port: options.port ?? 0, isLessUrgent },
		resourceLimits,
	});
	let failure: Error | undefined;
	worker.on('error', (error: Error) => (failure ??= error));
	const ended = new Promise<string>((resolve) => {
		worker.once('exit', (code) => resolve(failure?.message ?? `exit ${code}`));
	});
	const terminate = () => void worker.terminate();
	signal?.addEventListener('abort', terminate, { once: true });
	const port = await new Promise<number>((resolve, reject) => {
		worker.on('message', (message: ThreadMessage) => {
			if ('port' in message) resolve(message.port);
			else if ('log' in message) log(...message.log);
			else onMessage?.(message);
		});
		void ended.then((how) => reject(failure ?? new Error(`The thread ended: ${how}`)));
	});
	return {
		port,
		ended,
		async stop() {
			worker.postMessage('stop');
			const timer = setTimeout(terminate, drainMs);
			await ended;
			clearTimeout(timer);
		},
		kill: terminate,
		probe: () => probeHttp(port),
	};
}
