import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, type RequestListener, createServer, request } from 'node:http';
import { connect } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { forward } from './forward.ts';
import { listen } from './listen.ts';

const open: { stop(): Promise<void> }[] = [];

afterEach(async () => {
	for (const server of open.splice(0)) await server.stop();
});

async function serve(listener: RequestListener): Promise<number> {
	const server = await listen(createServer(listener), 0);
	open.push(server);
	return server.port;
}

// A part that answers with `behind`, and a gateway that forwards to it at most `limit` bytes.
async function proxyTo(
	behind: RequestListener,
	limit = 1_000,
	deadlineMs = 60_000,
): Promise<string> {
	const port = await serve(behind);
	const front = await serve((from, to) =>
		forward({ port, path: from.url ?? '/', limit, deadlineMs }, from, to),
	);
	return `http://127.0.0.1:${front}`;
}

async function read(message: IncomingMessage): Promise<string> {
	let text = '';
	for await (const chunk of message) text += String(chunk);
	return text;
}

test('method, path, headers, body and status pass through', async () => {
	const url = await proxyTo(async (from, to) => {
		const body = await read(from);
		to.writeHead(418, { 'x-answer': 'yes', 'content-type': 'text/plain' });
		to.end(`${from.method} ${from.url} ${from.headers['x-question']} ${body}`);
	});
	const response = await fetch(`${url}/a/b?c=d%20e`, {
		method: 'PUT',
		headers: { 'x-question': 'why' },
		body: 'hello',
	});
	expect([response.status, response.headers.get('x-answer')]).toEqual([418, 'yes']);
	expect(await response.text()).toBe('PUT /a/b?c=d%20e why hello');
});

test('our view of the caller stands last, after what the caller claims', async () => {
	const url = await proxyTo((from, to) => to.end(String(from.headers['x-forwarded-for'])));
	const claim = { 'x-forwarded-for': '203.0.113.7' };
	expect(await (await fetch(url, { headers: claim })).text()).toBe('203.0.113.7, 127.0.0.1');
	expect(await (await fetch(url)).text()).toBe('127.0.0.1');
});

test('a body that turns out too large is cut, whether it says its length or not', async () => {
	let finished = 0;
	const url = await proxyTo((from, to) => {
		from.once('end', () => {
			finished += 1;
			to.end('whole');
		});
		from.resume();
	});
	const told = await fetch(url, { method: 'POST', body: 'x'.repeat(1_001) });
	expect(told.status).toBe(413);
	const untold = await new Promise<number>((resolve, reject) => {
		const asked = request(url, { method: 'POST' }, (answer) => {
			answer.resume();
			resolve(answer.statusCode ?? 0);
		});
		asked.once('error', reject);
		asked.write('x'.repeat(600));
		asked.end('x'.repeat(600));
	});
	expect(untold).toBe(413);
	expect(finished).toBe(0);
	expect(await (await fetch(url, { method: 'POST', body: 'x'.repeat(1_000) })).text()).toBe(
		'whole',
	);
});

test('a part that is not there is a 503 with a code', async () => {
	const front = await serve((from, to) =>
		forward({ port: 9, path: '/', limit: 10, deadlineMs: 1_000 }, from, to),
	);
	const response = await fetch(`http://127.0.0.1:${front}`);
	expect(response.status).toBe(503);
	expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } });
});

test('an answer that breaks off breaks off for the caller too', async () => {
	const url = await proxyTo((_, to) => {
		to.write('half');
		setImmediate(() => to.destroy());
	});
	await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
});

test('a caller who leaves is not waited for', async () => {
	const events = new EventEmitter();
	const [arrived, left] = [once(events, 'arrived'), once(events, 'left')];
	const url = await proxyTo((from) => {
		events.emit('arrived');
		from.once('close', () => events.emit('left'));
	});
	const socket = connect(Number(new URL(url).port), '127.0.0.1');
	socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
	await arrived;
	socket.destroy();
	await left;
});

test('a part that does not answer in time is answered for with 503, and its connection closed', async () => {
	let cut: (value?: unknown) => void = () => undefined;
	const isCut = new Promise((resolve) => (cut = resolve));
	const url = await proxyTo((from) => void from.socket.once('close', cut), 1_000, 50);
	const response = await fetch(url, { method: 'POST', body: 'hello' });
	expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
	expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } });
	await isCut;
});
