// The script of the thread that serves the documentation; started by `listenInThread`.
import { parentPort, workerData } from 'node:worker_threads';

import { listen } from './node.ts';

const docs = await listen(workerData as Parameters<typeof listen>[0]);
parentPort!.postMessage(docs.url);
