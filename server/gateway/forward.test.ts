import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, type RequestListener, createServer, request } from 'node:http';
import { connect } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { forward } from './forward.ts';
import { listen } from './listen.ts';
import { createReadSender } from './sender.ts';
import { parseTrustedProxies } from './trusted-proxies.ts';

const open: { stop(): Promise<void> }[] = [];

afterEach(async () => {
	for (const server of open.splice(0)) await server.stop();
});

async function serve(listener: RequestListener): Promise<number> {
	const server = await listen(createServer(listener), 0);
	open.push(server);
	return server.port;
}

const target = { name: 'functions' } as const;
const readSender = createReadSender(parseTrustedProxies([]));

// Starts an upstream and a proxy that forwards at most `limit` bytes to it.
async function proxyTo(
	upstream: RequestListener,
	limit = 1_000,
	deadlineMs = 60_000,
): Promise<string> {
	const port = await serve(upstream);
	const proxy = await serve((incoming, outgoing) =>
		forward(
			{
				...target,
				port,
				path: incoming.url ?? '/',
				limit,
				deadlineMs,
				sender: readSender(incoming),
			},
			incoming,
			outgoing,
		),
	);
	return `http://127.0.0.1:${proxy}`;
}

async function read(message: IncomingMessage): Promise<string> {
	let text = '';
	for await (const chunk of message) text += String(chunk);
	return text;
}

test('method, path, headers, body and status pass through', async () => {
	const url = await proxyTo(async (incoming, outgoing) => {
		const { method, url: path, headers } = incoming;
		const body = await read(incoming);
		outgoing.writeHead(418, { 'x-answer': 'yes', 'content-type': 'text/plain' });
		outgoing.end(`${method} ${path} ${headers['x-question']} ${body}`);
	});
	const response = await fetch(`${url}/a/b?c=d%20e`, {
		method: 'PUT',
		headers: { 'x-question': 'why' },
		body: 'hello',
	});
	expect([response.status, response.headers.get('x-answer')]).toEqual([418, 'yes']);
	expect(await response.text()).toBe('PUT /a/b?c=d%20e why hello');
});

test('a caller’s claims about its address do not reach the upstream', async () => {
	const url = await proxyTo((incoming, outgoing) => outgoing.end(JSON.stringify(incoming.headers)));
	const claims = {
		'x-forwarded-for': '203.0.113.7',
		'x-forwarded-proto': 'https',
		'x-forwarded-host': 'evil.example',
		'x-real-ip': '203.0.113.7',
		forwarded: 'for=203.0.113.7',
		'x-request-id': '00000000-0000-0000-0000-000000000000',
	};
	const received = (await (await fetch(url, { headers: claims })).json()) as object;
	expect(received).toMatchObject({
		'x-forwarded-for': '127.0.0.1',
		'x-forwarded-proto': 'http',
		'x-forwarded-host': new URL(url).host,
	});
	for (const name of ['x-real-ip', 'forwarded', 'x-request-id'])
		expect(received).not.toHaveProperty(name);
});

test('an incomplete body takes no connection of the upstream', async () => {
	let arrived = 0;
	const url = await proxyTo((_, outgoing) => {
		arrived += 1;
		outgoing.end('answered');
	});
	const socket = connect(Number(new URL(url).port), '127.0.0.1');
	socket.write('POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 10\r\n\r\nhalf');
	await once(socket, 'ready');
	expect(await (await fetch(url, { method: 'POST', body: 'whole' })).text()).toBe('answered');
	expect(arrived).toBe(1);
	socket.destroy();
});

test('a body above the limit is refused with 413, with or without Content-Length', async () => {
	let completed = 0;
	const url = await proxyTo((incoming, outgoing) => {
		incoming.once('end', () => {
			completed += 1;
			outgoing.end('complete');
		});
		incoming.resume();
	});
	const withLength = await fetch(url, { method: 'POST', body: 'x'.repeat(1_001) });
	expect(withLength.status).toBe(413);
	const statusWithoutLength = await new Promise<number>((resolve, reject) => {
		const chunked = request(url, { method: 'POST' }, (response) => {
			response.resume();
			resolve(response.statusCode ?? 0);
		});
		chunked.once('error', reject);
		chunked.write('x'.repeat(600));
		chunked.end('x'.repeat(600));
	});
	expect(statusWithoutLength).toBe(413);
	expect(completed).toBe(0);
	expect(await (await fetch(url, { method: 'POST', body: 'x'.repeat(1_000) })).text()).toBe(
		'complete',
	);
});

test('an unreachable upstream results in 503 and an error code', async () => {
	const proxy = await serve((incoming, outgoing) =>
		forward(
			{ ...target, port: 9, path: '/', limit: 10, deadlineMs: 1_000, sender: readSender(incoming) },
			incoming,
			outgoing,
		),
	);
	const response = await fetch(`http://127.0.0.1:${proxy}`);
	expect(response.status).toBe(503);
	expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } });
});

test('a response that is cut off is also cut off for the caller', async () => {
	const url = await proxyTo((_, outgoing) => {
		outgoing.write('half');
		setImmediate(() => outgoing.destroy());
	});
	await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
});

test('a caller that disconnects ends the upstream request', async () => {
	const events = new EventEmitter();
	const [arrived, left] = [once(events, 'arrived'), once(events, 'left')];
	const url = await proxyTo((incoming) => {
		events.emit('arrived');
		incoming.once('close', () => events.emit('left'));
	});
	const socket = connect(Number(new URL(url).port), '127.0.0.1');
	socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
	await arrived;
	socket.destroy();
	await left;
});

test('an upstream that exceeds the deadline results in 503, and its connection is closed', async () => {
	let onClose: () => void = () => undefined;
	const closed = new Promise<void>((resolve) => (onClose = resolve));
	const url = await proxyTo((incoming) => void incoming.socket.once('close', onClose), 1_000, 50);
	const response = await fetch(url, { method: 'POST', body: 'hello' });
	expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
	expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } });
	await closed;
});
