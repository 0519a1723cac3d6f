import { execFile } from 'node:child_process';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { denoBinary } from '../../../../server/functions/functions.ts';
import { certificate } from '../../tests/certificate.ts';
import { openReceiver, type TestReceiver } from '../../tests/https-receiver.ts';
import { openNetwork, type Network, type OutgoingRequest } from './network.ts';
import { createOutgoing, type Outgoing } from './outgoing.ts';
import { parsePrivateNetworks } from './private-networks.ts';

const publicAddress = '93.184.216.34';

let receiver: TestReceiver;
let answer: RequestListener;
let addresses: string[];
let called: string[];
let real: Network;
let network: Network;
let outgoing: Outgoing;

beforeAll(async () => {
	receiver = await openReceiver((request, response) => answer(request, response));
	real = openNetwork({ ca: certificate, port: receiver.port });
	// Names resolve to addresses that a test sets; allowed requests are then sent to this machine.
	network = {
		resolve: () => Promise.resolve(addresses),
		send(address, request) {
			called.push(address);
			return real.send('127.0.0.1', request);
		},
	};
	outgoing = createOutgoing(network);
});

beforeEach(() => {
	addresses = [publicAddress];
	called = [];
	answer = (request, response) => response.end(`${request.method} ${request.headers.host}`);
});

afterEach(() => void vi.unstubAllGlobals());
afterAll(() => receiver.close());

const send = (given: Partial<OutgoingRequest> = {}, by = outgoing) =>
	by.send({
		url: new URL('https://client.example/hook'),
		method: 'POST',
		headers: {},
		body: '{}',
		timeoutMs: 5_000,
		maxBytes: 1_000,
		longer: 'fails',
		...given,
	});

describe('a request', () => {
	it('is checked against the permissions of the process, and needs one permitted address', async () => {
		const limited = createOutgoing({
			...network,
			isPermitted: (address, url) => Promise.resolve(url.port === '' && !address.includes(':')),
		});
		addresses = ['2606:4700::1', publicAddress];
		await limited.check(new URL('https://client.example/hook'), 1_000);
		await expect(
			limited.check(new URL('https://client.example:8443/hook'), 1_000),
		).rejects.toMatchObject({ failure: 'not_permitted' });
	});

	it('needs the permission of Deno, but not where the functions are hosted', async () => {
		const url = new URL('https://client.example/hook');
		const asked: string[] = [];
		const isPermitted = () => openNetwork().isPermitted!(publicAddress, url);
		const query = ({ host }: { host: string }) => {
			asked.push(host);
			return Promise.resolve({ state: host.endsWith(':443') ? 'prompt' : 'granted' });
		};
		expect(await isPermitted()).toBe(true);
		vi.stubGlobal('Deno', { permissions: { query } });
		expect(await isPermitted()).toBe(false);
		expect(asked).toEqual([`${publicAddress}:443`]);
		vi.stubGlobal('EdgeRuntime', {});
		expect(await isPermitted()).toBe(true);
	});

	it('is sent to the address that was checked', async () => {
		const { status, text, bytes, sha256 } = await send();
		expect({ status, text, bytes }).toEqual({
			status: 200,
			text: 'POST client.example',
			bytes: 19,
		});
		expect(sha256).toMatch(/^[0-9a-f]{64}$/);
		expect(called).toEqual([publicAddress]);
	});

	it.each([
		['10.0.0.1'],
		['169.254.169.254'],
		['::1'],
		['::ffff:169.254.169.254'],
		['64:ff9b::a9fe:a9fe'],
		['2002:a9fe:a9fe::1'],
		['fe80::1'],
		['fd00:ec2::254'],
		[publicAddress, '192.168.0.1'],
	])('is not sent to a host at %s %s', async (...all) => {
		addresses = all.filter((address) => typeof address === 'string');
		await expect(send()).rejects.toMatchObject({ failure: 'private_address' });
		expect(called).toEqual([]);
	});

	it('tries the next address when one cannot be reached', async () => {
		addresses = ['1.1.1.1', publicAddress];
		const closed = await openReceiver(() => undefined);
		await closed.close();
		const nobody = openNetwork({ ca: certificate, port: closed.port });
		const partly = createOutgoing({
			...network,
			send: (address, request) =>
				address === '1.1.1.1' ? nobody.send('127.0.0.1', request) : network.send(address, request),
		});
		expect((await send({}, partly)).status).toBe(200);
	});

	it('tries no other address once one has been reached', async () => {
		addresses = [publicAddress, '1.1.1.1'];
		answer = ({ socket }) => void socket.destroy();
		await expect(send()).rejects.toMatchObject({ failure: 'interrupted' });
		expect(called).toEqual([publicAddress]);
	});

	it.each<[string, string]>([
		['http://client.example/hook', 'insecure_url'],
		['ftp://client.example/hook', 'insecure_url'],
		['https://user@client.example/hook', 'credentials_in_url'],
		['https://:password@client.example/hook', 'credentials_in_url'],
	])('to %s is not sent', async (url, failure) => {
		await expect(send({ url: new URL(url) })).rejects.toMatchObject({ failure });
		expect(called).toEqual([]);
	});

	it('follows no redirect', async () => {
		let requests = 0;
		answer = (_, response) => {
			requests += 1;
			response.writeHead(307, { location: 'https://169.254.169.254/latest/meta-data' }).end();
		};
		expect((await send()).status).toBe(307);
		expect(requests).toBe(1);
	});

	it('ends after its timeout if the host sends nothing or sends slowly', async () => {
		answer = () => undefined;
		await expect(send({ timeoutMs: 150 })).rejects.toMatchObject({ failure: 'timeout' });
		answer = (_, response) => {
			const timer = setInterval(() => response.write('x'), 10);
			response.on('close', () => clearInterval(timer));
		};
		const dripped = send({ timeoutMs: 150, maxBytes: 1_000_000 });
		await expect(dripped).rejects.toMatchObject({ failure: 'timeout' });
	});

	it('reads less than a megabyte of headers', async () => {
		answer = ({ socket }) => {
			const header = `x-header: ${'x'.repeat(1_000)}\r\n`;
			socket.end(`HTTP/1.1 200 OK\r\n${header.repeat(1_000)}\r\n`);
		};
		await expect(send()).rejects.toMatchObject({ failure: 'headers_too_large' });
	});

	it('reads no more of the body than its limit', async () => {
		answer = (_, response) => response.end('x'.repeat(1_000_000));
		await expect(send()).rejects.toMatchObject({ failure: 'response_too_large' });
		const { text, bytes } = await send({ longer: 'is cut' });
		expect([text.length, bytes]).toEqual([1_000, 1_000]);
	});

	it.each<[string, RequestListener]>([
		['interrupted', ({ socket }) => void socket.destroy()],
		['bad_response', ({ socket }) => socket.end('SSH-2.0-OpenSSH\r\n')],
	])('without an HTTP response fails as %s', async (failure, respond) => {
		answer = respond;
		await expect(send()).rejects.toMatchObject({ failure });
	});

	it('accepts only the certificate of the host', async () => {
		const url = new URL('https://other.example/hook');
		await expect(send({ url })).rejects.toMatchObject({ failure: 'untrusted_certificate' });
		const system = openNetwork({ port: receiver.port });
		const distrustful = createOutgoing({
			...network,
			send: (_, request) => system.send('127.0.0.1', request),
		});
		await expect(send({}, distrustful)).rejects.toMatchObject({ failure: 'untrusted_certificate' });
	});

	it('of a host without an address fails', async () => {
		addresses = [];
		await expect(send()).rejects.toMatchObject({ failure: 'unknown_host' });
		const url = new URL('https://nobody.invalid/');
		await expect(send({ url }, createOutgoing(real))).rejects.toMatchObject({
			failure: 'unknown_host',
		});
	});
});

describe('a private network that is allowed', () => {
	it('receives requests, also over plain HTTP', async () => {
		const plain = await openReceiver((_, response) => response.end('here'), 'http');
		const privateNetworks = parsePrivateNetworks('127.0.0.0/8, fd00::/8');
		const within = createOutgoing(openNetwork(), { privateNetworks });
		const url = new URL(`http://127.0.0.1:${plain.port}/hook`);
		expect((await send({ url }, within)).text).toBe('here');
		await expect(send({ url: new URL('http://10.0.0.1/') }, within)).rejects.toMatchObject({
			failure: 'private_address',
		});
		await plain.close();
	});

	it('is all that can be called when outgoing HTTPS is switched off', async () => {
		const privateNetworks = parsePrivateNetworks('127.0.0.0/8');
		const off = createOutgoing(network, { privateNetworks, isOff: true });
		await expect(send({}, off)).rejects.toMatchObject({ failure: 'switched_off' });
		addresses = ['10.0.0.1'];
		await expect(send({}, off)).rejects.toMatchObject({ failure: 'private_address' });
		expect(called).toEqual([]);
		addresses = ['127.0.0.1'];
		expect((await send({}, off)).status).toBe(200);
	});

	it.each([
		...['169.254.169.254', '::ffff:169.254.169.254', 'fe80::1', 'fd00:ec2::254'],
		...['fd00::1%eth0', ''],
	])('never includes %j', (address) => {
		expect(parsePrivateNetworks('0.0.0.0/0,::/0').includes(address)).toBe(false);
	});

	it('includes what its networks contain', () => {
		const { includes } = parsePrivateNetworks('10.0.0.0/8, fd00::/8, 192.168.0.7');
		expect(['10.1.2.3', 'fd12::1', '192.168.0.7'].map(includes)).toEqual([true, true, true]);
		expect(['11.0.0.1', 'fe00::1', '192.168.0.8'].map(includes)).toEqual([false, false, false]);
	});

	it.each(['10.0.0.0/33', '10.0.0.0/x', 'localhost', '10.0.0.0/8/8', '::/129', '10.0.0.0/'])(
		'cannot be written as %s',
		(text) => {
			expect(() => parsePrivateNetworks(text)).toThrow(text);
		},
	);
});

describe('under Deno, in which the functions run', () => {
	it('the same rules apply', async () => {
		const program = `
			import { openNetwork } from '${new URL('./network.ts', import.meta.url).href}';
			import { createOutgoing } from '${new URL('./outgoing.ts', import.meta.url).href}';
			const real = openNetwork(${JSON.stringify({ ca: certificate, port: receiver.port })});
			let addresses = ['${publicAddress}'];
			const outgoing = createOutgoing({
				resolve: () => Promise.resolve(addresses),
				send: (_, request) => real.send('127.0.0.1', request),
			});
			const send = (url, given) => outgoing
				.send({ url: new URL(url), method: 'POST', headers: {}, body: '{}', timeoutMs: 5000, maxBytes: 1000,
					longer: 'fails', ...given })
				.then(({ text }) => text, ({ failure, message }) => failure ?? message);
			const results = {
				right: await send('https://client.example/'),
				other: await send('https://other.example/'),
				large: await send('https://client.example/', { maxBytes: 9 }),
				headers: await send('https://client.example/headers'),
				hangs: await send('https://client.example/hangs', { timeoutMs: 150 }),
				resolved: await real.resolve('[::1]'),
			};
			addresses = ['::ffff:127.0.0.1'];
			console.log(JSON.stringify({ ...results, closed: await send('https://client.example/') }));`;
		answer = ({ url, socket, headers }, response) => {
			if (url === '/hangs') return;
			if (url !== '/headers') return void response.end(`for ${headers.host}`);
			const header = `x-header: ${'x'.repeat(1_000)}\r\n`;
			socket.end(`HTTP/1.1 200 OK\r\n${header.repeat(1_000)}\r\n`);
		};
		const functions = join(import.meta.dirname, '../..');
		const flags = ['--ext=ts', '--node-modules-dir=manual', '--cached-only', '--no-lock'];
		const { stdout } = await promisify(execFile)(
			denoBinary(),
			['eval', ...flags, `--import-map=${join(functions, 'import_map.json')}`, program],
			{ cwd: join(functions, '..') },
		);
		expect(JSON.parse(stdout)).toEqual({
			right: 'for client.example',
			other: 'untrusted_certificate',
			large: 'response_too_large',
			headers: 'headers_too_large',
			hangs: 'timeout',
			resolved: ['::1'],
			closed: 'private_address',
		});
	});
});
