// The image of `server/operations/Containerfile`, built and run, and the compose file parsed by Docker Compose.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import manifest from '../../server/package.json' with { type: 'json' };
import { buildPackage } from '../../server/package/build-package.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { type BuiltImage, type RunningContainer, buildImage } from './built-image.ts';
import {
	caddyAuthority,
	readComposed,
	startComposedCaddy,
	startComposedPostgres,
} from './composed-services.ts';
import { type Debian, freshDebian } from './fresh-debian.ts';
import { type Network, makeNetwork } from './network.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-image-'));
const data = join(folder, 'data');
const backups = join(folder, 'backups');
let image: BuiltImage;
let debian: Debian;

beforeAll(async () => {
	for (const path of [data, backups]) mkdirSync(path, { mode: 0o700 });
	image = await buildImage(await buildPackage(folder), manifest.version);
	const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
	console.log(
		`The image has ${megabytes(image.size.image)}, of which the base has ${megabytes(image.size.base)}.`,
	);
	debian = await freshDebian(['caddy', 'docker-compose']);
}, 1_200_000);

afterAll(async () => {
	await debian?.remove();
	await image?.remove();
	rmSync(folder, { recursive: true, force: true });
});

test('the image declares its user, its health check, its folder and its labels', () => {
	expect(image.config).toMatchObject({
		User: '10001',
		Entrypoint: ['feedback-server'],
		Cmd: ['start'],
		Volumes: { '/data': {} },
		ExposedPorts: { '8080/tcp': {} },
		StopSignal: 'SIGTERM',
		Healthcheck: { Test: ['CMD', 'feedback-server', 'healthcheck'], Interval: 10e9, Timeout: 5e9 },
		Labels: {
			'org.opencontainers.image.title': 'Feedback',
			'org.opencontainers.image.version': manifest.version,
			'org.opencontainers.image.licenses': 'MIT',
		},
	});
});

describe('a container with a read-only root', () => {
	let url: string;
	let container: RunningContainer | undefined;
	const check = () => container!.execute(image.config.Healthcheck.Test.slice(1));

	async function start(command?: string[]): Promise<RunningContainer> {
		const { host } = new URL(url);
		const environment = {
			FEEDBACK_PUBLIC_URL: 'https://feedback.example.com',
			FEEDBACK_LISTEN: host,
			FEEDBACK_CONFIG: '/data/feedback.yaml',
			FEEDBACK_BACKUP_TO: '/backups',
		};
		const volumes = { '/data': data, '/backups': backups };
		return image.start({ ...(command && { command }), environment, volumes });
	}

	afterAll(async () => {
		if (container) process.kill(container.pid, 'SIGKILL');
		await container?.ended;
	});

	test('creates its configuration and its secrets, and starts', async () => {
		url = `http://127.0.0.1:${await findFreePort()}`;
		const flags = ['--config', '/data/feedback.yaml', 'init', '--data', '/data'];
		const init = await start([...flags, '--public-url', 'https://feedback.example.com']);
		expect([await init.ended, init.output()]).toEqual([
			0,
			expect.stringContaining('feedback.yaml'),
		]);
		expect(readdirSync(data).toSorted()).toEqual(['feedback.yaml', 'secrets.json']);
		container = await start();
		await expect.poll(check, { timeout: 60_000 }).toMatchObject({ code: 0 });
	}, 120_000);

	test('serves every part', async () => {
		const statusOf = async (path: string) => (await fetch(url + path)).status;
		expect(await statusOf('/readyz')).toBe(200);
		expect(await statusOf('/functions/v1/manage/whoami')).toBe(401);
		expect(await statusOf('/functions/v1/sdk/feedback.js')).toBe(200);
		expect(await statusOf('/auth/methods')).toBe(200);
		expect(await (await fetch(url)).text()).toContain('<!doctype html>');
	});

	test('runs every process as its user, without capabilities', async () => {
		const { output } = await container!.execute(['sh', '-c', 'cat /proc/[0-9]*/status']);
		const lines = (name: string) => output.split('\n').filter((line) => line.startsWith(name));
		expect(lines('Name:').join()).toMatch(/deno/);
		expect(lines('Name:').join()).toMatch(/postgres/);
		expect(new Set(lines('Uid:'))).toEqual(new Set(['Uid:\t10001\t10001\t10001\t10001']));
		expect(new Set(lines('CapEff:'))).toEqual(new Set(['CapEff:\t0000000000000000']));
	});

	test('can write only to its data folders', async () => {
		const { output } = await container!.execute([
			'sh',
			'-c',
			'for folder in / /opt /opt/feedback /var /var/lib /etc /usr; do touch $folder/x; done 2>&1',
		]);
		expect(output.match(/Read-only file system/g)).toHaveLength(7);
		const writable = await container!.execute(['touch', '/tmp/x', '/data/x', '/backups/x']);
		expect(writable).toEqual({ code: 0, output: '' });
		const backup = await container!.execute(['feedback-server', 'backup', 'list']);
		expect(backup.code).toBe(0);
	});

	test('has the programs that back up an external database', async () => {
		for (const name of ['pg_dump', 'pg_restore', 'psql']) {
			const { output } = await container!.execute([name, '--version']);
			expect(output).toMatch(/\(PostgreSQL\) 17\./);
		}
	});

	test('exits on SIGTERM after responding to the requests in progress', async () => {
		const body = JSON.stringify({ site: 'unknown' });
		const socket = connect(Number(new URL(url).port), '127.0.0.1');
		const answer = readAll(socket);
		// The server requests the body once it has read the head: from then on, the request is in progress.
		socket.write(
			'POST /functions/v1/sdk/events HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\n' +
				`content-length: ${body.length}\r\n\r\n`,
		);
		await once(socket, 'data');
		process.kill(container!.pid, 'SIGTERM');
		await expect.poll(() => fetch(`${url}/healthz`).catch(() => 'refused')).toBe('refused');
		socket.write(body);
		expect(await answer).toMatch(/^HTTP\/1\.1 100 .*\r\n\r\nHTTP\/1\.1 400 [^]*"error"/);
		expect(await container!.ended).toBe(0);
		expect(container!.output()).toContain('SIGTERM');
	});

	test('keeps its data, and reports when it is unhealthy', async () => {
		container = await start();
		await expect.poll(check, { timeout: 60_000 }).toMatchObject({ code: 0 });
		expect(container!.output()).not.toContain('migrations');
		const elsewhere = ['env', 'FEEDBACK_LISTEN=127.0.0.1:1', 'feedback-server', 'healthcheck'];
		expect(await container!.execute(elsewhere)).toMatchObject({
			code: 1,
			output: expect.stringContaining('does not answer') as string,
		});
		process.kill(container!.pid, 'SIGTERM');
		expect(await container!.ended).toBe(0);
		container = undefined;
	});
});

function readAll(socket: Socket): Promise<string> {
	return new Promise((resolve, reject) => {
		let text = '';
		socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
		socket.once('close', () => resolve(text)).once('error', reject);
	});
}

const composedValues = {
	FEEDBACK_VERSION: manifest.version,
	FEEDBACK_HOST: 'feedback.example.com',
	POSTGRES_PASSWORD: 'password',
};

test('Docker Compose accepts the compose file, and Caddy accepts the configuration in it', async () => {
	const { configs, services } = await readComposed(debian, composedValues);
	expect(Object.keys(services).toSorted()).toEqual(['caddy', 'feedback', 'postgres']);
	const { content } = configs.caddyfile;
	expect(
		await debian.run(
			`cat >/root/Caddyfile <<'END'\n${content}\nEND\ncaddy validate --config /root/Caddyfile --adapter caddyfile 2>&1`,
		),
	).toContain('Valid configuration');
	const missing = await debian.try('cd /root; docker-compose --file compose.yaml config');
	expect(missing.output).toMatch(/required variable \w+ is missing a value: set /);
});

describe('the services of the compose file, in one network,', () => {
	const place = join(folder, 'composed');
	let network: Network;
	let machine: Debian;
	let container: RunningContainer | undefined;
	const request = (path: string, flags = '') =>
		machine.run(
			`curl --silent --show-error --cacert ${caddyAuthority} ${flags} https://feedback.example.com${path}`,
		);

	beforeAll(async () => {
		mkdirSync(place);
		network = await makeNetwork(place, {
			'172.30.0.2': ['postgres'],
			'172.30.0.3': ['feedback'],
			'172.30.0.4': ['caddy', 'feedback.example.com'],
		});
		machine = await freshDebian(['caddy', 'docker-compose', 'postgresql-17'], {
			network: network.path,
		});
		machine.copy(network.hostsFile, '/etc/hosts');
	}, 600_000);

	afterAll(async () => {
		if (container) process.kill(container.pid, 'SIGKILL');
		await container?.ended;
		await machine?.remove();
		await network?.remove();
	});

	test('start with its environment, folders and rights', async () => {
		const { configs, services } = await readComposed(machine, composedValues);
		const { feedback } = services;
		// Settings with which every container of the image is started here.
		expect(feedback).toMatchObject({
			read_only: true,
			tmpfs: ['/tmp'],
			cap_drop: ['ALL'],
			security_opt: ['no-new-privileges:true'],
		});
		await startComposedPostgres(machine, services.postgres);
		const volumes = Object.fromEntries(
			feedback.volumes.map(({ source, target }) => {
				const made = join(place, source);
				mkdirSync(made, { mode: 0o700 });
				return [target, made];
			}),
		);
		container = await image.start({ environment: feedback.environment, volumes, network });
		const check = () => container!.execute(image.config.Healthcheck.Test.slice(1));
		await expect.poll(check, { timeout: 120_000 }).toMatchObject({ code: 0 });
		await startComposedCaddy(machine, configs.caddyfile);
	}, 240_000);

	test('respond behind Caddy, whose request IDs the server trusts', async () => {
		expect(await request('/readyz', '--fail')).toContain('"ready":true');
		expect(await request('/', '--fail')).toContain('<!doctype html>');
		const headers = await request('/functions/v1/manage/whoami', '--head --request GET');
		expect(headers).toMatch(/^HTTP\/2 401/);
		// Caddy's is a UUID of version 4, the server's own of version 7.
		expect(headers).toMatch(/^x-request-id: [\da-f]{8}-[\da-f]{4}-4/m);
	});

	test('sign the first owner in, and back the database up', async () => {
		const owner = ['admin', 'owner', '--email', 'ada@example.com', '--workspace', 'Acme'];
		const invited = await container!.execute(['feedback-server', ...owner]);
		expect(invited).toMatchObject({
			code: 0,
			output: expect.stringMatching(/https:\/\/feedback\.example\.com\S+#link=/) as string,
		});
		expect(await container!.execute(['feedback-server', 'backup'])).toMatchObject({ code: 0 });
		const { output } = await container!.execute(['feedback-server', 'doctor']);
		expect(output).toMatch(/database.*17\./i);
	}, 60_000);

	test('stop on SIGTERM', async () => {
		process.kill(container!.pid, 'SIGTERM');
		expect(await container!.ended).toBe(0);
		container = undefined;
	});
});
