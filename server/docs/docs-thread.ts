// The script of the thread that serves the documentation: a search takes milliseconds of work.
import { parentPort, workerData } from 'node:worker_threads';

import { listen } from '@feedback/site/server';

import { lowerThreadPriority } from '../threads/lower-priority.ts';

const { isLessUrgent, ...options } = workerData as Parameters<typeof listen>[0] & {
	isLessUrgent?: boolean;
};
const docs = await listen(options);
if (isLessUrgent) lowerThreadPriority();
// The only message asks it to stop.
parentPort!.once('message', () => void docs.stop().then(() => process.exit()));
parentPort!.postMessage({ port: Number(new URL(docs.url).port) });
