import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import type { listen, NodeDocs } from './node.ts';

/** Milliseconds until a thread that failed is replaced. */
const restartMs = 1_000;

/**
 * As `listen`, in a thread of its own: a search takes milliseconds of work, and the process that calls this has other
 * requests. A thread that fails is replaced, at the same address.
 *
 * @param script path of `docs-thread.ts`
 */
export async function listenInThread(
	script: string,
	options: Parameters<typeof listen>[0],
	log: (line: string, level: 'error') => void,
): Promise<NodeDocs> {
	let { worker, url } = await start(script, options);
	let isOver = false;
	const port = Number(new URL(url).port);
	const watch = () => {
		worker.once('error', (error) => void replace(error));
	};
	const replace = async (error: Error): Promise<void> => {
		log(`The documentation’s server failed: ${error.message}`, 'error');
		await wait(restartMs, undefined, { ref: false });
		if (isOver) return;
		try {
			({ worker, url } = await start(script, { ...options, port }));
			watch();
		} catch (failed) {
			await replace(failed as Error);
		}
	};
	watch();
	return {
		url,
		async stop() {
			isOver = true;
			await worker.terminate();
		},
	};
}

async function start(script: string, workerData: object): Promise<{ worker: Worker; url: string }> {
	const worker = new Worker(script, { workerData });
	// Rejects when the thread fails first.
	const [url] = (await once(worker, 'message')) as [string];
	return { worker, url };
}
