import { once } from 'node:events';
import { type IncomingMessage, createServer, request } from 'node:http';
import { type Socket, connect } from 'node:net';

import { limits } from '@feedback/contract';
import { afterEach, expect, test } from 'vitest';

import { type Gateway, type GatewayOptions, startGateway } from './gateway.ts';
import { type Listening, listen } from './listen.ts';

const open: { stop(): Promise<void> }[] = [];

afterEach(async () => {
	for (const one of open.splice(0)) await one.stop();
});

async function start(options: Partial<GatewayOptions> = {}): Promise<Gateway> {
	const gateway = await startGateway({ listen: 0, token: 'secret', ...options });
	open.push(gateway);
	return gateway;
}

/** Functions that answer with the headers that reached them. */
async function startFunctions(): Promise<Listening> {
	const functions = await listen(
		createServer((incoming, outgoing) => outgoing.end(JSON.stringify(incoming.headers))),
		0,
	);
	open.push(functions);
	return functions;
}

type Received = { status: number; headers: IncomingMessage['headers']; body: string };

function ask(url: string, headers: Record<string, string> = {}): Promise<Received> {
	return new Promise((resolve, reject) => {
		const asked = request(url, { headers, agent: false }, (answer) => {
			let body = '';
			answer.on('data', (chunk) => (body += String(chunk)));
			answer.once('end', () =>
				resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
			);
		});
		asked.once('error', reject).end();
	});
}

async function receivedByFunctions(
	options: Partial<GatewayOptions>,
	headers: Record<string, string>,
): Promise<Record<string, string>> {
	const { port: functionsPort } = await startFunctions();
	const gateway = await start({ ...options, upstreams: { functionsPort } });
	const { body } = await ask(`${gateway.url}/functions/v1/sdk/events`, headers);
	return JSON.parse(body) as Record<string, string>;
}

const forwarding = {
	'x-forwarded-for': '1.2.3.4, 198.51.100.1',
	'x-forwarded-proto': 'https',
	'x-forwarded-host': 'feedback.example.com',
	'x-real-ip': '1.2.3.4',
	'x-request-id': '7f3a1c52b8e94d06a1d2c3b4e5f60718',
};

test('the forwarding headers of a trusted proxy count, up to the address that it saw', async () => {
	const received = await receivedByFunctions({ trustedProxies: ['127.0.0.0/8'] }, forwarding);
	expect(received).toMatchObject({
		'x-forwarded-for': '198.51.100.1',
		'x-forwarded-proto': 'https',
		'x-forwarded-host': 'feedback.example.com',
		'x-request-id': '7f3a1c52b8e94d06a1d2c3b4e5f60718',
	});
	expect(received).not.toHaveProperty('x-real-ip');
});

test('the forwarding headers of an untrusted peer do not count', async () => {
	const received = await receivedByFunctions({ trustedProxies: ['10.0.0.0/8'] }, forwarding);
	expect(received).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
	expect(received['x-forwarded-host']).toMatch(/^127\.0\.0\.1:/);
	expect(received).not.toHaveProperty('x-request-id');
});

test('the country is forwarded from a trusted proxy, but not from another peer', async () => {
	const headers = { 'cf-ipcountry': 'CH' };
	const receive = (proxy: string) =>
		receivedByFunctions({ trustedProxies: [proxy], regionHeader: 'cf-ipcountry' }, headers);
	expect(await receive('127.0.0.1')).toMatchObject(headers);
	expect(await receive('10.0.0.0/8')).not.toHaveProperty('cf-ipcountry');
});

test('an invalid request ID of a trusted proxy is dropped', async () => {
	const headers = { ...forwarding, 'x-request-id': '7f3a1c52"; drop' };
	const received = await receivedByFunctions({ trustedProxies: ['127.0.0.1'] }, headers);
	expect(received).not.toHaveProperty('x-request-id');
});

test('the public URL takes precedence over all headers', async () => {
	const options = { trustedProxies: ['127.0.0.1'], publicUrl: 'https://public.example:8443' };
	expect(await receivedByFunctions(options, forwarding)).toMatchObject({
		'x-forwarded-proto': 'https',
		'x-forwarded-host': 'public.example:8443',
	});
});

test('identity receives the trusted sender, and Auth and the dashboard receive their own paths', async () => {
	const serve = async (name: string) => {
		const server = await listen(
			createServer(({ url, headers }, outgoing) =>
				outgoing.end(`${name} ${url} ${headers['x-forwarded-for']}`),
			),
			0,
		);
		open.push(server);
		return server.port;
	};
	const gateway = await start({
		trustedProxies: ['127.0.0.1'],
		upstreams: {
			auth: ({ headers }) => new Response(`auth ${headers.get('x-forwarded-for')}`),
			identityPort: await serve('identity'),
			dashboardPort: await serve('dashboard'),
			packagesPort: await serve('packages'),
		},
	});
	const read = async (path: string) => (await ask(gateway.url + path, forwarding)).body;
	expect(await read('/auth/v1/token')).toBe('auth 198.51.100.1');
	expect(await read('/auth/jwks?a=b')).toBe('identity /auth/jwks?a=b 198.51.100.1');
	expect(await read('/npm/@feedback%2fsdk')).toBe('packages /npm/@feedback%2fsdk 198.51.100.1');
	expect(await read('/')).toBe('dashboard / 198.51.100.1');
	expect(await read('/prompts/new')).toBe('dashboard /prompts/new 198.51.100.1');
});

test('the documentation is served by its host name', async () => {
	const { port: docsPort } = await startFunctions();
	const gateway = await start({
		publicUrl: 'https://feedback.example.com',
		docsUrl: 'https://docs.example.com',
		upstreams: { docsPort },
	});
	const docs = await ask(`${gateway.url}/start/`, { host: 'docs.example.com' });
	expect(JSON.parse(docs.body)).toMatchObject({ 'x-forwarded-host': 'docs.example.com' });
	const host = 'feedback.example.com';
	expect((await ask(`${gateway.url}/start/`, { host })).status).toBe(404);
	expect((await ask(`${gateway.url}/start/`)).status).toBe(404);
});

test('/healthz responds while nothing else runs, and /readyz names the parts that are not ready', async () => {
	let unready = ['postgres'];
	let asked = 0;
	const gateway = await start();
	const ready = async () => {
		const { status, body } = await ask(`${gateway.url}/readyz`);
		return [status, JSON.parse(body)];
	};
	expect((await ask(`${gateway.url}/healthz`)).status).toBe(200);
	expect(await ready()).toEqual([503, { ready: false, not_ready: ['functions'] }]);
	const other = await start({
		upstreams: {
			async findUnready() {
				asked += 1;
				return unready;
			},
		},
	});
	const answers = await Promise.all(
		Array.from({ length: 20 }, async () => (await ask(`${other.url}/readyz`)).body),
	);
	expect(new Set(answers)).toEqual(new Set(['{"ready":false,"not_ready":["postgres"]}']));
	expect(asked).toBe(1);
	unready = [];
	const status = async () => (await ask(`${other.url}/readyz`)).status;
	await expect.poll(status, { timeout: 10_000 }).toBe(200);
});

test('a server is ready while a part is impaired, and names it', async () => {
	const upstreams = { findUnready: () => Promise.resolve([]), findImpaired: () => ['packages'] };
	const gateway = await start({ upstreams });
	const { status, body } = await ask(`${gateway.url}/readyz`);
	expect([status, JSON.parse(body)]).toEqual([
		200,
		{ ready: true, not_ready: [], impaired: ['packages'] },
	]);
});

test('a readiness check that fails means not ready', async () => {
	const gateway = await start({
		upstreams: { findUnready: () => Promise.reject(new Error('no')) },
	});
	const { status, body } = await ask(`${gateway.url}/readyz`);
	expect([status, JSON.parse(body)]).toEqual([503, { ready: false, not_ready: ['functions'] }]);
});

test('/local/health confirms the token and does not reveal it', async () => {
	const gateway = await start();
	const known = await ask(`${gateway.url}/local/health?token=secret`);
	expect(JSON.parse(known.body)).toEqual({ token: 'secret', parts: {} });
	for (const query of ['', '?token=guess'])
		expect((await ask(`${gateway.url}/local/health${query}`)).status).toBe(404);
});

async function sendPart(gateway: Gateway, text: string): Promise<Socket> {
	const socket = connect(gateway.port, '127.0.0.1');
	// A connection that is cut off while it sends is reset.
	socket.on('error', () => undefined);
	socket.write(text);
	await once(socket, 'ready');
	return socket;
}

test('an incomplete body is cut off, whether it stalls or drips', async () => {
	const { port: functionsPort } = await startFunctions();
	const gateway = await start({ requestTimeoutMs: 500, upstreams: { functionsPort } });
	const head = 'POST /functions/v1/sdk/events HTTP/1.1\r\nhost: x\r\ncontent-length: 9000\r\n\r\n';
	const stalled = await sendPart(gateway, head);
	const dripping = await sendPart(gateway, head);
	const headless = await sendPart(gateway, 'POST /functions/v1/sdk/events HTTP/1.1\r\nhost');
	const drip = setInterval(() => dripping.write('x'), 20);
	const answers = await Promise.all(
		[stalled, dripping, headless].map(async (socket) => {
			const received: string[] = [];
			socket.on('data', (chunk) => received.push(String(chunk)));
			await new Promise((resolve) => socket.once('close', resolve));
			return received.join('').split('\r\n')[0];
		}),
	);
	clearInterval(drip);
	expect(answers[0]).toBe('HTTP/1.1 408 Request Timeout');
	expect(answers[2]).toBe('HTTP/1.1 408 Request Timeout');
});

test('a connection above the maximum is closed, and those below it work', async () => {
	const gateway = await start({ maxConnections: 1 });
	const first = await sendPart(gateway, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
	await once(first, 'data');
	const second = connect(gateway.port, '127.0.0.1');
	await once(
		second.resume().on('error', () => undefined),
		'close',
	);
	first.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
	expect(String((await once(first, 'data'))[0])).toContain('200 OK');
	first.destroy();
});

test('one address does not use up the connections of others', async () => {
	const gateway = await start({ maxConnections: 16 });
	const from = async (localAddress: string) => {
		const socket = connect({ port: gateway.port, host: '127.0.0.1', localAddress });
		socket.on('error', () => undefined).write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
		return Promise.race([once(socket, 'data'), once(socket, 'close')]).then(([data]) =>
			data instanceof Buffer ? 'answered' : 'closed',
		);
	};
	const answers = [];
	for (const address of ['127.0.0.2', '127.0.0.2', '127.0.0.2', '127.0.0.3'])
		answers.push(await from(address));
	expect(answers).toEqual(['answered', 'answered', 'closed', 'answered']);
	// A proxy on this machine may not be listed as one.
	for (const address of ['127.0.0.1', '127.0.0.1', '127.0.0.1'])
		expect(await from(address)).toBe('answered');
});

test('incomplete bodies of one sender leave memory for those of others', async () => {
	const { port: functionsPort } = await startFunctions();
	const gateway = await start({ trustedProxies: ['127.0.0.1'], upstreams: { functionsPort } });
	const size = 2_000_000;
	const head = `POST /functions/v1/manage/validate HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.1\r\ncontent-length: ${size}\r\n\r\n`;
	const sockets = Array.from({ length: 9 }, () => connect(gateway.port, '127.0.0.1'));
	const first = Promise.race(sockets.map((socket) => once(socket, 'data')));
	for (const socket of sockets) socket.write(head + 'x'.repeat(size - 1));
	expect(String((await first)[0])).toContain('503 Service Unavailable');
	const answer = await fetch(`${gateway.url}/functions/v1/manage/validate`, {
		method: 'POST',
		headers: { 'x-forwarded-for': '203.0.113.2' },
		body: 'x',
	});
	expect(answer.status).toBe(200);
	for (const socket of sockets) socket.destroy();
});

test('a body that visitors wait behind is small', async () => {
	const { port } = await startFunctions();
	const upstreams = { functionsPort: port, ingest: { port }, identityPort: port };
	const gateway = await start({ upstreams });
	const send = async (path: string, size: number) =>
		(await fetch(`${gateway.url}${path}`, { method: 'POST', body: 'x'.repeat(size) })).status;
	const least = limits.request.bytes;
	for (const path of ['/functions/v1/sdk/events', '/auth/token']) {
		expect([await send(path, 2 * least), await send(path, 2 * least + 1)]).toEqual([200, 413]);
	}
	expect(await send('/functions/v1/events?x', 2 * least + 1)).toBe(200);
	expect(await send('/functions/v1/manage/validate', 2 * least + 1)).toBe(200);
});

test('a draining gateway reports this, serves current and further requests, and then closes', async () => {
	let answer: () => void = () => undefined;
	const functions = await listen(
		createServer((_, outgoing) => (answer = () => outgoing.end('answered'))),
		0,
	);
	open.push(functions);
	const gateway = await start({ upstreams: { functionsPort: functions.port } });
	const slow = ask(`${gateway.url}/functions/v1/sdk/events`);
	const idle = await sendPart(gateway, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
	expect(String((await once(idle, 'data'))[0])).toContain('keep-alive');
	const drained = gateway.drain({ lameDuckMs: 300, timeoutMs: 10_000 });
	const ready = await ask(`${gateway.url}/readyz`);
	expect([ready.status, ready.headers.connection]).toEqual([503, 'close']);
	expect(JSON.parse(ready.body)).toEqual({ ready: false, not_ready: ['gateway'] });
	// A connection that was already open receives one last response.
	idle.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
	expect(String((await once(idle, 'data'))[0])).toMatch(/200 OK[^]*connection: close/i);
	await expect
		.poll(() =>
			ask(gateway.url).then(
				() => 'open',
				() => 'closed',
			),
		)
		.toBe('closed');
	answer();
	const { body, headers } = await slow;
	expect([body, headers.connection]).toEqual(['answered', 'close']);
	await drained;
});

test('a request that does not end is cut off when the time is over', async () => {
	let arrive: () => void = () => undefined;
	const arrived = new Promise<void>((resolve) => (arrive = resolve));
	const functions = await listen(createServer(arrive), 0);
	open.push(functions);
	const gateway = await start({ upstreams: { functionsPort: functions.port } });
	const stuck = ask(`${gateway.url}/functions/v1/manage/x`).catch((error: Error) => error.message);
	await arrived;
	await gateway.drain({ lameDuckMs: 0, timeoutMs: 50 });
	expect(await stuck).toBe('socket hang up');
});

test('HEAD reaches the functions, and its response has no body', async () => {
	const { port: functionsPort } = await startFunctions();
	const gateway = await start({ upstreams: { functionsPort } });
	const url = `${gateway.url}/functions/v1/sdk/feedback.js`;
	for (let times = 0; times < 3; times++) {
		const response = await fetch(url, { method: 'HEAD', headers: { connection: 'close' } });
		expect([response.status, await response.text()]).toEqual([200, '']);
		expect(response.headers.has('x-hono-already-sent')).toBe(false);
	}
	expect((await ask(url)).status).toBe(200);
});

test.each([
	['/.well-known/mcp/catalog.json', '/mcp/.well-known/mcp/catalog.json'],
	['/.well-known/mcp/server-card.json', '/mcp/server-card'],
	[
		'/.well-known/oauth-protected-resource/functions/v1/mcp',
		'/oauth/.well-known/oauth-protected-resource/mcp',
	],
	[
		'/.well-known/oauth-protected-resource/functions/v1/mcp/',
		'/oauth/.well-known/oauth-protected-resource/mcp/',
	],
])(
	'the functions serve the paths that clients look up at the root of the origin: %s',
	async (at, to) => {
		const functions = await listen(
			createServer((incoming, outgoing) => outgoing.end(incoming.url)),
			0,
		);
		open.push(functions);
		const gateway = await start({ upstreams: { functionsPort: functions.port } });
		expect((await ask(`${gateway.url}${at}`)).body).toBe(to);
	},
);
