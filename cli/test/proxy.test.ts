import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { certificate, certificateKey } from '../../supabase/functions/tests/certificate.ts';
import { createPerson } from './run.ts';
import type { Person } from './run.ts';
import { useService } from './service/use-service.ts';

// A service behind TLS under a name that only the proxy can resolve: requests that arrive came through the proxy.

const host = 'client.example';
const api = `https://${host}/fn`;
const service = await useService();
let front: Server;
let proxy: Proxy;
let folder: string;
let person: Person;

type Proxy = {
	url: string;
	/** Requested targets, with their credentials. */
	asked: { target: string; credentials: string | undefined }[];
	refuse: boolean;
	server: Server;
};

const listen = (server: Server) =>
	new Promise<number>((resolve) => {
		server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
	});

async function startProxy(port: number): Promise<Proxy> {
	const server = createServer((_, response) => response.writeHead(405).end());
	const started: Proxy = { url: '', asked: [], refuse: false, server };
	server.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
		const credentials = request.headers['proxy-authorization'];
		started.asked.push({ target: request.url!, credentials });
		if (started.refuse) {
			socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
			return;
		}
		const onward = connect(port, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			onward.write(head);
			onward.pipe(socket).pipe(onward);
		});
		onward.on('error', () => socket.destroy());
		socket.on('error', () => onward.destroy());
	});
	started.url = `http://127.0.0.1:${await listen(server)}`;
	return started;
}

beforeAll(async () => {
	const behind = Number(new URL(service.url).port);
	// Only terminates TLS: the decrypted data goes to the service unchanged.
	front = createTlsServer({ cert: certificate, key: certificateKey });
	front.on('secureConnection', (socket: Socket) => {
		const onward = connect(behind, '127.0.0.1');
		onward.pipe(socket).pipe(onward);
		onward.on('error', () => socket.destroy());
		socket.on('error', () => onward.destroy());
	});
	proxy = await startProxy(await listen(front));
	folder = mkdtempSync(join(tmpdir(), 'feedback-proxy-'));
	writeFileSync(join(folder, 'certificate.pem'), certificate);
});
afterAll(() => {
	front.close();
	proxy.server.close();
	rmSync(folder, { recursive: true });
});
beforeEach(() => {
	person = createPerson(service, 'fbt_good');
	Object.assign(person.env, {
		FEEDBACK_API_URL: api,
		NODE_EXTRA_CA_CERTS: join(folder, 'certificate.pem'),
		HTTPS_PROXY: proxy.url,
	});
});
afterEach(() => {
	proxy.asked.length = 0;
	proxy.refuse = false;
});

const targets = () => [...new Set(proxy.asked.map(({ target }) => target))];

describe('the proxy of HTTPS_PROXY', () => {
	it('carries every request of a command', async () => {
		const { code, stderr } = await person.spawn(['site', 'list', '--json']);
		expect([code, stderr]).toEqual([0, '']);
		expect(targets()).toEqual([`${host}:443`]);
		expect(service.received).toContain('GET /fn/manage/whoami');
	});

	it('can be set with the lower-case name too, which takes precedence', async () => {
		const env = { https_proxy: proxy.url, HTTPS_PROXY: 'http://127.0.0.1:9' };
		expect((await person.spawn(['whoami'], { env })).code).toBe(0);
		expect(targets()).toEqual([`${host}:443`]);
	});

	it('receives the user name and password of its address', async () => {
		const named = proxy.url.replace('//', '//ada:secret@');
		await person.spawn(['whoami'], { env: { HTTPS_PROXY: named } });
		const credentials = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
		expect(proxy.asked[0]).toEqual({ target: `${host}:443`, credentials });
	});

	it('is not used for hosts of NO_PROXY', thorough, async () => {
		for (const NO_PROXY of ['other.example, .example', `${host}:443`, '*']) {
			const { failure } = await person.spawn(['whoami', '--json'], { env: { NO_PROXY } });
			// Without the proxy, the name does not resolve.
			expect(failure().error.code).toBe('unreachable');
		}
		expect(proxy.asked).toEqual([]);
		await person.spawn(['whoami'], { env: { NO_PROXY: 'other.example' } });
		expect(targets()).toEqual([`${host}:443`]);
	});

	it('is not used for local addresses', async () => {
		const env = { FEEDBACK_API_URL: `${service.url}/fn`, HTTP_PROXY: proxy.url };
		expect((await person.spawn(['whoami'], { env })).code).toBe(0);
		expect(proxy.asked).toEqual([]);
	});

	it('that refuses a request is named in the failure, without its password', async () => {
		proxy.refuse = true;
		const env = { HTTPS_PROXY: proxy.url.replace('//', '//ada:secret@') };
		const { code, failure, stdout } = await person.spawn(['whoami', '--json'], { env });
		expect([code, failure().error.code]).toEqual([7, 'unreachable']);
		expect(failure().error.hint).toContain('the proxy in HTTPS_PROXY');
		expect(stdout).not.toContain('secret');
	});

	it.each(['proxy.example:8080', 'socks5://127.0.0.1:1080', 'nonsense'])(
		'must be an address, not %s',
		async (HTTPS_PROXY) => {
			const { code, failure } = await person.spawn(['whoami', '--json'], { env: { HTTPS_PROXY } });
			expect(code).toBe(2);
			expect(failure().error).toMatchObject({
				code: 'usage',
				message: 'HTTPS_PROXY must be an http or https address.',
				details: { field: 'HTTPS_PROXY' },
			});
		},
	);

	it('carries the sign-in too', async () => {
		service.state.url = `https://${host}`;
		const stranger = createPerson(service);
		Object.assign(stranger.env, person.env, { FEEDBACK_TOKEN: undefined, HOME: stranger.home });
		expect((await stranger.spawn(['login', '--device', '--json'])).code).toBe(0);
		expect(service.received.some((line) => line.startsWith('POST /fn/oauth/'))).toBe(true);
		expect(targets()).toEqual([`${host}:443`]);
	});

	it('carries the documentation', async () => {
		const env = { FEEDBACK_DOCS_URL: `https://${host}/docs` };
		const { code } = await person.spawn(['docs', 'search', 'limits', '--json'], { env });
		expect(code).toBe(0);
		expect(targets()).toEqual([`${host}:443`]);
	});
});
