// The server behind Caddy and behind nginx, by the configuration files that the documentation shows.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TLSSocket, connect } from 'node:tls';

import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { type Gateway, startGateway } from '../../server/gateway/gateway.ts';
import { type Listening, listen } from '../../server/gateway/listen.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { startReportingApp } from '../../testing/stack/reporting-app.ts';
import { type SocketParent, startSocketParent } from '../../testing/stack/socket-parent.ts';
import { type Debian, freshDebian } from './fresh-debian.ts';

const operations = join(import.meta.dirname, '../../server/operations');
const data = mkdtempSync(join(tmpdir(), 'feedback-proxy-'));
const trustedProxies = ['127.0.0.1'];

let debian: Debian;
/** Functions that return the received headers. */
let echo: Listening;
let echoing: Gateway;
/** A complete server on a socket that its parent keeps open. */
let parent: SocketParent;
let siteId: string;

beforeAll(async () => {
	debian = await freshDebian(['caddy', 'nginx-light']);
	echo = await listen(
		createServer((incoming, outgoing) => outgoing.end(JSON.stringify(incoming.headers))),
		0,
	);
	const upstreams = { functionsPort: echo.port };
	echoing = await startGateway({ listen: 0, token: 'rehearsal', trustedProxies, upstreams });
	parent = await startSocketParent({ data, network: { trustedProxies } });
	({ siteId } = await parent.next());
}, 600_000);

afterAll(async () => {
	await parent?.stop();
	await echoing?.stop();
	await echo?.stop();
	await debian?.remove();
	rmSync(data, { recursive: true, force: true });
});

type Proxy = { echoUrl: string; serverUrl: string; ca: Buffer };

const read = (name: string) => readFileSync(join(operations, name), 'utf8');

/** Adapts the documented file to other names and upstreams: `localhost` at two ports, one for each of our servers. */
function adapt(file: string, port: number, upstream: number): string {
	return file
		.replaceAll('127.0.0.1:8080', `127.0.0.1:${upstream}`)
		.replace('feedback.example.com, docs.feedback.example.com', `localhost:${port}`)
		.replace('feedback.example.com docs.feedback.example.com', 'localhost')
		.replace('listen 443 ssl', `listen ${port} ssl`)
		.replaceAll('/etc/ssl/feedback', '/root');
}

async function startCaddy(): Promise<Proxy> {
	const [first, second] = [await findFreePort(), await findFreePort()];
	const file = read('Caddyfile');
	const site = /\n\S.*\{\n[^]*\n\}\n$/.exec(file)![0];
	// Certificates of a local authority, which is not installed in the system, and no port for the administration.
	const local = 'admin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n';
	const config = adapt(file, first, echoing.port).replace('{\n', `{\n\t${local}`);
	writeFileSync(join(debian.folder, 'root/Caddyfile'), config + adapt(site, second, parent.port));
	void debian.try('exec caddy run --config /root/Caddyfile >/root/caddy.log 2>&1');
	const root = join(debian.folder, 'root/.local/share/caddy/pki/authorities/local/root.crt');
	await vi.waitFor(() => expect(existsSync(root)).toBe(true), 30_000);
	return proxyAt(first, second, readFileSync(root));
}

async function startNginx(): Promise<Proxy> {
	const [first, second] = [await findFreePort(), await findFreePort()];
	await debian.run(`
		openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \\
			-addext subjectAltName=DNS:localhost -keyout /root/privkey.pem -out /root/fullchain.pem`);
	const file = read('nginx.conf');
	const other = adapt(file, second, parent.port).replaceAll(
		/\b(upstream|http:\/\/)( ?)feedback\b/g,
		'$1$2other',
	);
	const sites = adapt(file, first, echoing.port) + other;
	writeFileSync(join(debian.folder, 'etc/nginx/conf.d/feedback.conf'), sites);
	await debian.run('rm -f /etc/nginx/sites-enabled/default; nginx -t');
	void debian.try("exec nginx -g 'daemon off;' >/root/nginx.log 2>&1");
	return proxyAt(first, second, readFileSync(join(debian.folder, 'root/fullchain.pem')));
}

async function proxyAt(first: number, second: number, ca: Buffer): Promise<Proxy> {
	const proxy = {
		echoUrl: `https://localhost:${first}`,
		serverUrl: `https://localhost:${second}`,
		ca,
	};
	for (const url of [proxy.echoUrl, proxy.serverUrl])
		await vi.waitFor(async () => expect(await ask(`${url}/healthz`, ca)).toBe('ok\n'), 30_000);
	return proxy;
}

/** The body of a response over verified TLS. */
function ask(url: string, ca: Buffer, headers: Record<string, string> = {}): Promise<string> {
	return new Promise((resolve, reject) => {
		const options: RequestOptions = { ca, headers, agent: false };
		const asked = request(url, options, (answer) => {
			let body = '';
			answer.on('data', (chunk) => (body += String(chunk)));
			answer.once('end', () => resolve(body));
		});
		asked.once('error', reject).end();
	});
}

/** Starts a POST of 9,000 bytes. Then sends nothing more, or drips bytes if `drip` is set. */
function beginBody({ echoUrl, ca }: Proxy, drip: boolean): Promise<void> {
	const { port } = new URL(echoUrl);
	const socket: TLSSocket = connect({
		host: 'localhost',
		servername: 'localhost',
		port: Number(port),
		ca,
	});
	socket.write(
		`POST /functions/v1/sdk/events HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-length: 9000\r\n\r\nx`,
	);
	socket.on('error', () => undefined).resume();
	const timer = drip ? setInterval(() => socket.write('x'), 500) : undefined;
	return new Promise((resolve) =>
		socket.once('close', () => {
			clearInterval(timer);
			resolve();
		}),
	);
}

describe.each([
	['Caddy', startCaddy],
	['nginx', startNginx],
])('behind %s', (_, start) => {
	let proxy: Proxy;

	beforeAll(async () => {
		proxy = await start();
	});

	test('the address that a client claims is ignored', async () => {
		const forged = {
			'x-forwarded-for': '203.0.113.7',
			'x-real-ip': '203.0.113.7',
			forwarded: 'for=203.0.113.7',
			'x-forwarded-host': 'evil.example',
			'x-request-id': '00000000-0000-0000-0000-000000000000',
		};
		const body = await ask(`${proxy.echoUrl}/functions/v1/sdk/events`, proxy.ca, forged);
		const received = JSON.parse(body) as Record<string, string>;
		expect(received['x-forwarded-for']).toMatch(/^(127\.0\.0\.1|::1)$/);
		expect(received).toMatchObject({
			'x-forwarded-proto': 'https',
			'x-forwarded-host': new URL(proxy.echoUrl).host,
		});
		expect(received['x-request-id']).toMatch(/^[\da-f-]{32,36}$/);
		expect(body).not.toContain('203.0.113.7');
		expect(received['x-request-id']).not.toBe(forged['x-request-id']);
	});

	test('a body that stalls or drips is cut off', async () => {
		await Promise.all([beginBody(proxy, false), beginBody(proxy, true)]);
	});

	test('a restart under load fails no request, and stores each event once', async () => {
		const apps = Array.from({ length: 8 }, () =>
			startReportingApp(proxy.serverUrl, siteId, proxy.ca),
		);
		const count = () => Math.min(...apps.map(({ stored }) => stored.length));
		await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(20);
		const { pid } = JSON.parse(readFileSync(join(data, 'running.json'), 'utf8')) as { pid: number };
		process.kill(pid, 'SIGTERM');
		const { databaseUrl } = await parent.next();
		const before = count();
		await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(before + 20);
		await Promise.all(apps.map((app) => app.stop()));
		expect(apps.flatMap(({ failures }) => failures)).toEqual([]);
		const stored = apps.flatMap((app) => app.stored);
		console.log(`${stored.length} events were reported meanwhile.`);
		const sql = postgres(databaseUrl, { max: 1, onnotice() {} });
		const rows = await sql`select id from app.events where id = any(${stored}::uuid[])`;
		await sql.end();
		expect(rows).toHaveLength(stored.length);
	}, 120_000);
});
