// For the gateway's benchmark: a gateway in a separate process. Arguments: the tree, the functions' port, and
// optionally `metrics`.
import { join } from 'node:path';

import type { Observe } from '../../server/gateway/observe-requests.ts';

const [tree = '', functionsPort, extras] = process.argv.slice(2);

type Module = { startGateway(options: object): Promise<{ port: number }> };
type MetricsModule = typeof import('../../server/metrics/metrics.ts');
type LogModule = typeof import('../../server/log/log-requests.ts') &
	typeof import('../../server/log/create-log.ts');

const load = (path: string) => import(join(tree, 'server', path));
const { startGateway } = (await load('gateway/gateway.ts')) as Module;
const upstreams = { functionsPort: Number(functionsPort) };
// Each request of the load claims a different client address.
const trustedProxies = ['127.0.0.1'];
let observe: Observe | undefined;
if (extras === 'metrics') {
	const { createMetrics } = (await load('metrics/metrics.ts')) as MetricsModule;
	const { createLog } = (await load('log/create-log.ts')) as LogModule;
	const { logRequests } = (await load('log/log-requests.ts')) as LogModule;
	const observers = [logRequests(createLog()), createMetrics().observe];
	observe = (request) => {
		for (const one of observers) one(request);
	};
}
// In an older tree, this property is called `port`.
const { port } = await startGateway({
	listen: 0,
	port: 0,
	token: 'bench',
	upstreams,
	observe,
	trustedProxies,
});
console.log(JSON.stringify({ port }));
