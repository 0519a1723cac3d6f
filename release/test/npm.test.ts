import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { commandSource, installCommands, product, tarballPath } from '@feedback/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { keepPackages } from '../../server/stack/keep-packages.ts';
import { thorough } from '../../testing/thorough.ts';
import { type Packument, packumentPath } from '../registry/packument.ts';
import { packedFolder, startRegistry } from './start-registry.ts';

let base: string;
const folders: string[] = [];

beforeAll(async () => {
	base = await startRegistry();
});
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

function makeFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-npm-'));
	folders.push(folder);
	return folder;
}

function makeApp(): string {
	const app = makeFolder();
	writeFileSync(join(app, 'package.json'), '{ "name": "app", "private": true }\n');
	return app;
}

/** A machine with its own cache, and without the settings of this one. */
function createMachine() {
	const home = makeFolder();
	const env = {
		PATH: process.env['PATH'],
		HOME: home,
		npm_config_cache: join(home, 'cache'),
		npm_config_registry: 'http://127.0.0.1:9/',
		npm_config_fetch_retries: '0',
		npm_config_audit: 'false',
		npm_config_update_notifier: 'false',
	};
	return async (line: string, cwd: string) => {
		const [program = '', ...args] = line.split(' ');
		return (await promisify(execFile)(program, args, { cwd, env })).stdout;
	};
}

const locked = (app: string) =>
	(
		JSON.parse(readFileSync(join(app, 'package-lock.json'), 'utf8')) as {
			packages: Record<string, { version: string; resolved: string; integrity: string }>;
		}
	).packages[`node_modules/${product.sdkPackage}`]!;

it('installs the SDK by the commands of the docs, from a lockfile, and offline afterwards', async () => {
	const [run, app] = [createMachine(), makeApp()];
	for (const line of installCommands(base)) await run(line, app);
	expect(locked(app)).toMatchObject({
		version: product.version,
		resolved: `${base}/npm/${tarballPath(product.sdkPackage, product.version)}`,
	});
	await run('npm ci', app);
	await run('npm ci --offline', app);
	const load = `import('${product.sdkPackage}').then(({ Feedback }) => console.log(typeof Feedback.event))`;
	writeFileSync(join(app, 'load.mjs'), load);
	expect(await run('node load.mjs', app)).toBe('function\n');
	expect(await run('npm outdated', app)).toBe('');
});

it('installs the SDK by the address of its tarball, without a setting', async () => {
	const [run, app] = [createMachine(), makeApp()];
	const { sdkPackage, version } = product;
	await run(`npm install ${base}/npm/${tarballPath(sdkPackage, version)}`, app);
	expect(locked(app).version).toBe(version);
});

it('runs the command on a machine with nothing but Node', async () => {
	const said = await createMachine()(`npx --yes ${commandSource(base)} --version`, makeFolder());
	expect(said.trim()).toBe(product.version);
});

it(
	'installs from the lockfile of an earlier version after an upgrade, and updates',
	thorough,
	async () => {
		const [run, app, data] = [createMachine(), makeApp(), makeFolder()];
		keepPackages(withVersion('0.3.9'), data);
		const folder = keepPackages(packedFolder, data)!;
		const upgraded = await startRegistry(undefined, folder);
		const [setting] = installCommands(upgraded);
		await run(setting!, app);
		await run(`npm install ${product.sdkPackage}@0.3.9`, app);
		await run('npm ci', app);
		expect(locked(app).version).toBe('0.3.9');
		await run(`npm install ${product.sdkPackage}@latest`, app);
		expect(locked(app).version).toBe(product.version);
	},
);

/** The packed SDK as if it had been released under another version. */
function withVersion(version: string): string {
	const folder = makeFolder();
	const path = packumentPath(product.sdkPackage);
	const packument = JSON.parse(readFileSync(join(packedFolder, path), 'utf8')) as Packument;
	const manifest = packument.versions[product.version]!;
	const tarball = tarballPath(product.sdkPackage, version);
	cpSync(join(packedFolder, manifest.dist.tarball), join(folder, tarball));
	const earlier: Packument = {
		...packument,
		'dist-tags': { latest: version },
		versions: { [version]: { ...manifest, version, dist: { ...manifest.dist, tarball } } },
		time: { ...packument.time, [version]: packument.time['modified']! },
	};
	writeFileSync(join(folder, path), JSON.stringify(earlier));
	return folder;
}
