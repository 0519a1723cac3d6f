// The service's registry behind TLS, as npm, pnpm, Yarn 1, Yarn 4 and Bun use it (with the newest pnpm whose programs npm can lock): a fresh app, its lockfile, and the
// same without a network.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { product, registryLine, registryOf, tarballPath } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startFilesThread } from '../../../server/files/start-files-thread.ts';
import { type Gateway, startGateway } from '../../../server/gateway/gateway.ts';
import { root } from '../../../server/layout/tree.ts';
import { buildIfStale, builds } from '../../../server/parts/builds.ts';
import type { SupervisedThread } from '../../../server/threads/supervise-thread.ts';
import { installOwnPackages } from '../../tools/own-packages.ts';

const here = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), 'feedback-rehearse-registry-'));
const certificate = join(folder, 'localhost.crt');
let proxy: Server;
let gateway: Gateway;
let files: SupervisedThread;
let base: string;

beforeAll(async () => {
	await buildIfStale(builds.packages, console.log);
	await installOwnPackages(here);
	const key = join(folder, 'localhost.key');
	const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2';
	const names = '-subj /CN=localhost -addext subjectAltName=DNS:localhost';
	execFileSync('openssl', `req ${kind} ${names} -keyout ${key} -out ${certificate}`.split(' '), {
		stdio: 'ignore',
	});
	proxy = createServer(
		{ key: readFileSync(key), cert: readFileSync(certificate) },
		(incoming, outgoing) => {
			const { method, headers, url: path } = incoming;
			const onward = request({ port: gateway.port, method, headers, path }, (answer) => {
				outgoing.writeHead(answer.statusCode!, answer.headers);
				answer.pipe(outgoing);
			});
			incoming.pipe(onward);
		},
	);
	await new Promise<void>((resolve) => proxy.listen(0, resolve));
	base = `https://localhost:${(proxy.address() as AddressInfo).port}`;
	const packages = [join(root, builds.packages.output)];
	files = await startFilesThread({ packages }, { log: console.log });
	gateway = await startGateway({
		listen: 0,
		token: 'secret',
		publicUrl: base,
		upstreams: { packagesPort: files.port },
	});
});

afterAll(async () => {
	await gateway?.stop();
	await files?.stop();
	proxy?.closeAllConnections();
	proxy?.close();
	rmSync(folder, { recursive: true, force: true });
});

type Manager = {
	program: readonly string[];
	add: string;
	/** From the lockfile alone, and from the cache alone. */
	locked: string;
	offline: string;
	lockfile: string;
	settings(): Record<string, string>;
};

const npmrc = () => ({ '.npmrc': `${registryLine(registryOf(base))}\ncafile=${certificate}\n` });
const bin = (path: string) => join(here, 'node_modules', path);
const managers: Record<string, Manager> = {
	npm: {
		program: ['npm'],
		add: 'install',
		locked: 'ci',
		offline: 'ci --offline',
		lockfile: 'package-lock.json',
		settings: npmrc,
	},
	pnpm: {
		program: [bin('.bin/pnpm')],
		add: 'add',
		locked: 'install --frozen-lockfile',
		offline: 'install --frozen-lockfile --offline',
		lockfile: 'pnpm-lock.yaml',
		settings: npmrc,
	},
	'Yarn 1': {
		program: [process.execPath, bin('yarn/bin/yarn.js')],
		add: 'add',
		locked: 'install --frozen-lockfile',
		offline: 'install --frozen-lockfile --offline',
		lockfile: 'yarn.lock',
		settings: npmrc,
	},
	'Yarn 4': {
		program: [process.execPath, bin('@yarnpkg/cli-dist/bin/yarn.js')],
		add: 'add',
		locked: 'install --immutable',
		offline: 'install --immutable',
		lockfile: 'yarn.lock',
		settings: () => ({
			'yarn.lock': '',
			'.yarnrc.yml': [
				'nodeLinker: node-modules',
				'enableTelemetry: false',
				`httpsCaFilePath: ${certificate}`,
				'npmScopes:',
				'  feedback:',
				`    npmRegistryServer: ${registryOf(base)}`,
				'npmPreapprovedPackages:',
				'  - "@feedback/*"',
				'',
			].join('\n'),
		}),
	},
	Bun: {
		program: [bin('.bin/bun')],
		add: 'add',
		locked: 'install --frozen-lockfile',
		offline: 'install --frozen-lockfile',
		lockfile: 'bun.lock',
		settings: npmrc,
	},
};

/** A machine of its own: nothing is cached, and no setting of this machine applies. */
function createMachine(name: string) {
	const home = join(folder, name.replace(' ', '-'));
	const app = join(home, 'app');
	mkdirSync(app, { recursive: true });
	const env = {
		PATH: process.env['PATH'],
		HOME: home,
		XDG_CACHE_HOME: join(home, 'cache'),
		XDG_DATA_HOME: join(home, 'data'),
		npm_config_cache: join(home, 'npm'),
		NODE_EXTRA_CA_CERTS: certificate,
		COREPACK_ENABLE_STRICT: '0',
	};
	const run = (program: readonly string[], line: string) => {
		const [file = '', ...args] = [...program, ...line.split(' ')];
		return promisify(execFile)(file, args, { cwd: app, env });
	};
	const load = `import('${product.sdkPackage}').then(({ Feedback }) => console.log(typeof Feedback.event))`;
	return {
		app,
		run,
		write: (files: Record<string, string>) => {
			for (const [path, text] of Object.entries(files)) writeFileSync(join(app, path), text);
		},
		forget: () => rmSync(join(app, 'node_modules'), { recursive: true, force: true }),
		check: async () => {
			const args = ['--input-type=module', '--eval', load];
			const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: app, env });
			expect(stdout).toBe('function\n');
		},
	};
}

describe.each(Object.keys(managers))('%s', (name) => {
	it('installs from the registry, from its lockfile, and offline afterwards', async () => {
		const { program, add, locked, offline, lockfile, settings } = managers[name]!;
		const machine = createMachine(name);
		machine.write({ 'package.json': '{ "name": "app", "private": true }\n', ...settings() });
		await machine.run(program, `${add} ${product.sdkPackage}`);
		await machine.check();
		expect(existsSync(join(machine.app, lockfile))).toBe(true);
		expect(readFileSync(join(machine.app, 'package.json'), 'utf8')).toContain(
			`"^${product.version}"`,
		);
		machine.forget();
		await machine.run(program, locked);
		await machine.check();
		const bringBack = await files.takeDown();
		try {
			machine.forget();
			await machine.run(program, offline);
			await machine.check();
		} finally {
			await bringBack();
		}
	});

	it('installs a version by its address, without a setting', async () => {
		const { program, add, settings } = managers[name]!;
		const machine = createMachine(`${name} by address`);
		const kept = Object.entries(settings()).map(([path, text]) => [
			path,
			text.replace(/^@feedback.*\n|^npmScopes:\n(?: .*\n)*/m, ''),
		]);
		machine.write({
			'package.json': '{ "name": "app", "private": true }\n',
			...Object.fromEntries(kept),
		});
		const path = tarballPath(product.sdkPackage, product.version);
		const spec = registryOf(base) + path;
		await machine.run(
			program,
			`${add} ${name === 'Yarn 4' ? `${product.sdkPackage}@${spec}` : spec}`,
		);
		await machine.check();
	});
});
