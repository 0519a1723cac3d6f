// The script of the thread that serves the packages' registry and the built dashboard.
import { workerData } from 'node:worker_threads';

import { registryPath } from '@feedback/contract';
import { readFolder } from '@feedback/release/folder';
import { createRegistry } from '@feedback/release/registry';
import { Hono } from 'hono';

import type { NodeEnv } from '../gateway/http-server.ts';
import { answerStatic } from '../parts/static-files.ts';
import { serveInThread } from '../threads/serve-in-thread.ts';
import type { FileOptions } from './file-options.ts';

const { packages, dashboard } = workerData as FileOptions;
const registry = createRegistry(readFolder(...packages));
const app = new Hono<NodeEnv>();
// Both headers are the gateway's.
app.all(`${registryPath}*`, ({ req }) =>
	registry(req.raw, `${req.header('x-forwarded-proto')}://${req.header('x-forwarded-host')}`),
);
if (dashboard) {
	const answer = answerStatic(dashboard);
	app.all('*', ({ req }) => answer(req.raw));
}
await serveInThread(app);
