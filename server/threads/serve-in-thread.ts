import { parentPort, workerData } from 'node:worker_threads';

import type { Hono } from 'hono';

import { createHttpServer, type NodeEnv } from '../gateway/http-server.ts';
import { listen } from '../gateway/listen.ts';
import type { Log } from '../log/log.ts';
import { collectAfterStart } from './collect-after-start.ts';
import { lowerThreadPriority } from './lower-priority.ts';

// More than the gateway accepts, which adds some.
const maxHeaderBytes = 48 * 1024;

/** Logs in the process that started this thread. */
export const logInProcess: Log = (...line) => parentPort!.postMessage({ log: line });

/**
 * Serves the application of this thread, which `runThread` started, on its port.
 *
 * @param stop called after the last request, when the thread is stopped
 */
export async function serveInThread(
	app: Hono<NodeEnv>,
	stop?: () => Promise<unknown>,
): Promise<void> {
	const { port, isLessUrgent } = workerData as { port: number; isLessUrgent?: boolean };
	const server = createHttpServer(app, { maxHeaderSize: maxHeaderBytes });
	// The gateway ends idle connections; otherwise it could send a request on one that is just closing.
	server.keepAliveTimeout = 0;
	const listening = await listen(server, port);
	parentPort!.once('message', () => {
		void listening
			.stop()
			.then(stop)
			.then(() => process.exit());
	});
	// Not before: all requests wait for the start.
	if (isLessUrgent) lowerThreadPriority();
	parentPort!.postMessage({ port: listening.port });
	collectAfterStart();
}
