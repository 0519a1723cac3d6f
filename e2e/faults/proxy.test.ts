import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { startFaultProxy, type InjectedFault, type FaultProxy } from './proxy.ts';

let server: Server;
let proxy: FaultProxy;
const seen: string[] = [];

beforeAll(async () => {
	server = createServer((incoming, outgoing) => {
		let body = '';
		incoming.on('data', (chunk) => (body += String(chunk)));
		incoming.on('end', () => {
			seen.push(body);
			outgoing.writeHead(201, { 'x-from': 'server' });
			outgoing.end(`answer to ${body}`);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	proxy = await startFaultProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

beforeEach(() => {
	seen.length = 0;
	proxy.resetCounts();
});

afterAll(async () => {
	await proxy.stop();
	server.close();
	server.closeAllConnections();
});

const send = async (body: string) => {
	const answer = await fetch(`${proxy.url}/path`, { method: 'POST', body });
	return `${answer.status} ${await answer.text()}`;
};

it('passes everything on when nothing is wrong', async () => {
	proxy.set({ kind: 'none' });
	expect(await send('one')).toBe('201 answer to one');
	proxy.set({ kind: 'delay', ms: 1 });
	expect(await send('two')).toBe('201 answer to two');
	expect(proxy.counts).toEqual({ taken: 2, forwarded: 2 });
});

it.each<[InjectedFault, string[]]>([
	[{ kind: 'cut_request' }, []],
	[{ kind: 'cut_answer' }, ['one']],
	[{ kind: 'cut_inside' }, ['one']],
])('%o fails for the caller, and the server received %j', async (fault, expected) => {
	proxy.set(fault);
	await expect(send('one')).rejects.toThrow();
	expect(seen).toEqual(expected);
	expect(proxy.counts).toEqual({ taken: 1, forwarded: expected.length });
});

it('replies with a status without the server', async () => {
	proxy.set({ kind: 'status', status: 429, retryAfter: 7 });
	const answer = await fetch(proxy.url, { method: 'POST', body: 'one' });
	expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
	expect(seen).toEqual([]);
});

it('hangs until the caller gives up', async () => {
	proxy.set({ kind: 'hang' });
	const caller = new AbortController();
	const hanging = fetch(proxy.url, { method: 'POST', body: 'one', signal: caller.signal });
	// Otherwise, a caller that gives up before its request arrives would be counted in the next test.
	await expect.poll(() => proxy.counts.taken).toBe(1);
	caller.abort();
	await expect(hanging).rejects.toThrow();
	expect(seen).toEqual([]);
});

it('chooses by number and path', async () => {
	proxy.set((number, path) =>
		number === 1 && path === '/path' ? { kind: 'status', status: 503 } : { kind: 'none' },
	);
	expect((await send('one')).slice(0, 3)).toBe('201');
	expect((await send('two')).slice(0, 3)).toBe('503');
	expect((await send('three')).slice(0, 3)).toBe('201');
});

it('stops and starts again on the same port', async () => {
	proxy.set({ kind: 'none' });
	await proxy.goDown();
	await expect(send('one')).rejects.toThrow();
	await proxy.comeBack();
	expect(await send('two')).toBe('201 answer to two');
});
