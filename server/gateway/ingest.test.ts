import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Gateway, startGateway } from './gateway.ts';

// The functions never answer; the process for visitors' events does.
const silent = createServer();
const ingest = createServer((request, response) => response.end(request.url));
let gateway: Gateway;

async function listen(server: Server): Promise<number> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
	const [functionsPort, port] = await Promise.all([listen(silent), listen(ingest)]);
	const upstreams = { functionsPort, ingest: { port } };
	// All come from one address.
	gateway = await startGateway({ listen: 0, token: 'test', upstreams, maxConnections: 8_192 });
});

afterAll(async () => {
	await gateway.stop();
	for (const server of [silent, ingest]) {
		server.closeAllConnections();
		server.close();
	}
});

const ask = (path: string, signal?: AbortSignal) =>
	fetch(`${gateway.url}/functions/v1${path}`, signal ? { signal } : {});

test.each(['/sdk/events', '/sdk/feedback.js', '/events', '/events?x=1', '/sdk'])(
	'%s goes to the process for visitors’ events',
	async (path) => {
		expect(await (await ask(path)).text()).toBe(path);
	},
);

test('as many requests as the functions take leave visitors’ events alone', async () => {
	const hostile = new AbortController();
	const waiting = Array.from({ length: 512 }, () =>
		ask('/manage/validate', hostile.signal).catch(() => undefined),
	);
	await expect.poll(async () => (await ask('/manage/validate')).status).toBe(503);
	expect((await ask('/sdk/events')).status).toBe(200);
	hostile.abort();
	await Promise.all(waiting);
});
