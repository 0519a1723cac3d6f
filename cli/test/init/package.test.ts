import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Result } from '../../src/init/result.ts';
import { createPerson } from '../run.ts';
import type { Person } from '../run.ts';
import { useService } from '../service/use-service.ts';
import type { Files } from './fixtures.ts';
import { fixtures } from './fixtures.ts';
import { readFolder } from './run-init.ts';

// Where the package comes from, and what happens when it does not.

const service = await useService();
let person: Person;
let app: string;
beforeEach(() => {
	person = createPerson(service);
	app = join(person.home, 'app');
	write(fixtures['vite-react']!.files);
	const bin = join(person.home, 'bin');
	mkdirSync(bin);
	const body =
		'mkdir -p node_modules/@feedback/sdk && echo "{}" > node_modules/@feedback/sdk/package.json';
	for (const name of ['npm', 'yarn', 'pnpm', 'bun']) {
		writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
	}
});

function write(files: Files): void {
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(app, path)), { recursive: true });
		writeFileSync(join(app, path), text);
	}
}

const zeros = Buffer.alloc(1024 * 1024);
const read = (path: string) => readFileSync(join(app, path), 'utf8');
const init = (argv: string[] = [], env: Record<string, string> = {}) =>
	person.run(['init', '--yes', '--json', '--site-id', 'site_demo000000', ...argv], {
		cwd: app,
		env: { PATH: `${join(person.home, 'bin')}:${process.env['PATH']}`, ...env },
	});

describe('a package that cannot be had', () => {
	const cases: Record<string, { arrange: () => void; says: string }> = {
		'a registry that answers 404': {
			arrange: () => (service.packages.status = 404),
			says: 'answers 404',
		},
		'a registry that fails': {
			arrange: () => (service.packages.status = 503),
			says: 'answers 503',
		},
		'a package of another version line': {
			arrange: () => (service.packages.version = '0.9.1'),
			says: 'serves version 0.9.1 of the SDK, and this command is for 0.4',
		},
		'a tarball that was changed': {
			arrange: () => (service.packages.tarball = 'changed'),
			says: 'is not the file that its registry describes',
		},
		'a registry that answers without an end': {
			arrange: () => {
				service.instead = (request, response) => {
					if (!request.url!.startsWith('/docs/npm/')) return false;
					const send = () => {
						while (!response.destroyed && response.write(zeros));
					};
					response.on('drain', send);
					send();
					return true;
				};
			},
			says: 'is larger than any release',
		},
		'an address that is no registry': {
			arrange: () => {
				service.instead = (request, response) => {
					if (!request.url!.startsWith('/docs/npm/')) return false;
					response.end('<!doctype html>');
					return true;
				};
			},
			says: 'is not what a registry answers',
		},
	};

	it.each(Object.keys(cases))('changes nothing: %s', async (name) => {
		const { arrange, says } = cases[name]!;
		arrange();
		const before = readFolder(app);
		const { code, failure } = await init(['--agent-skill']);
		const { error } = failure();
		expect([code, error.code]).toEqual([1, 'install_failed']);
		expect(error.message).toContain(says);
		expect(error.message).toContain('Nothing was changed.');
		expect(error.hint).toBeTruthy();
		expect(readFolder(app)).toEqual(before);
		expect((await person.run(['init', '--undo'], { cwd: app })).code).toBe(3);
	});

	it('changes nothing when no registry answers', async () => {
		const before = readFolder(app);
		const env = { FEEDBACK_DOCS_URL: 'http://127.0.0.1:9' };
		const { code, failure } = await init([], env);
		expect([code, failure().error.code]).toEqual([1, 'install_failed']);
		expect(readFolder(app)).toEqual(before);
	});

	it('changes nothing when the file of --sdk is missing', async () => {
		const before = readFolder(app);
		const { code, failure } = await init(['--sdk', '../no such file.tgz']);
		expect([code, failure().error.code]).toEqual([1, 'install_failed']);
		expect(failure().error.message).toContain('no such file.tgz');
		expect(readFolder(app)).toEqual(before);
	});

	it('does not matter to a run that installs nothing', async () => {
		service.packages.status = 404;
		const { data } = await init(['--skip-install']);
		expect(data<Result>().package).toMatchObject({
			state: 'skipped',
			command: ['npm', 'i', `${service.url}/docs/npm/@feedback/sdk/-/sdk-0.4.0.tgz`],
		});
		expect(existsSync(join(app, '.npmrc'))).toBe(false);
	});
});

describe('the setting of the registry', () => {
	const line = () => `@feedback:registry=${service.url}/docs/npm/`;

	it('is added to .npmrc, and removed by --undo', async () => {
		const before = readFolder(app);
		const { data } = await init();
		expect(read('.npmrc')).toBe(`${line()}\n`);
		expect(data<Result>().files.map(({ path }) => path)).toContain('.npmrc');
		await person.run(['init', '--undo'], { cwd: app });
		const left = Object.entries(readFolder(app)).filter(([path]) => !path.startsWith('node_mod'));
		expect(Object.fromEntries(left)).toEqual(before);
	});

	it('keeps the lines that are there, and does not show them', async () => {
		write({ '.npmrc': '//r.example/:_authToken=secret\r\nsave-exact=true' });
		const { stdout } = await init();
		expect(read('.npmrc')).toBe(
			`//r.example/:_authToken=secret\r\nsave-exact=true\r\n${line()}\r\n`,
		);
		expect(stdout).not.toContain('_authToken');
	});

	it('is not changed when the project has one', async () => {
		write({ '.npmrc': '@feedback:registry = https://proxy.example/npm/\n' });
		await init();
		expect(read('.npmrc')).toBe('@feedback:registry = https://proxy.example/npm/\n');
	});

	it.each(['pnpm-lock.yaml', 'bun.lock', 'yarn.lock'])('is in .npmrc with %s', async (lock) => {
		write({ [lock]: '' });
		await init();
		expect(read('.npmrc')).toBe(`${line()}\n`);
	});

	it('is in .yarnrc.yml with Yarn 2 and later', async () => {
		write({
			'yarn.lock': '__metadata:\n  version: 8\n',
			'.yarnrc.yml': '# Ours\nnodeLinker: pnp\n',
		});
		await init();
		expect(read('.yarnrc.yml')).toBe(
			[
				'# Ours',
				'nodeLinker: pnp',
				'npmScopes:',
				'  feedback:',
				`    npmRegistryServer: ${service.url}/docs/npm`,
				'npmPreapprovedPackages:',
				'  - "@feedback/*"',
				'unsafeHttpWhitelist:',
				'  - 127.0.0.1',
				'',
			].join('\n'),
		);
		expect(existsSync(join(app, '.npmrc'))).toBe(false);
	});

	it('is at the top of a workspace, whose settings the package manager reads', async () => {
		const top = app;
		write({
			'package.json': '{ "name": "top", "workspaces": ["apps/*"] }\n',
			'package-lock.json': '{}\n',
		});
		app = join(top, 'apps/web');
		write(fixtures['vite-react']!.files);
		const { data } = await init();
		expect(data<Result>().state).toBe('installed');
		expect(existsSync(join(app, '.npmrc'))).toBe(false);
		app = top;
		expect(read('.npmrc')).toBe(`${line()}\n`);
	});
});

describe('a path with spaces', () => {
	const names = ["my shop's app (1) & more", 'größe 100%'];

	it.each(names)('is no problem for a run and its undo: %s', async (name) => {
		app = join(person.home, name);
		write(fixtures['vite-react']!.files);
		const before = readFolder(app);
		const { code, data } = await init();
		expect([code, data<Result>().state]).toEqual([0, 'installed']);
		expect(read('src/main.tsx')).toContain('Feedback.init');
		expect((await init(['--skip-install'])).data<Result>().state).toBe('unchanged');
		await person.run(['init', '--undo'], { cwd: app });
		const left = Object.entries(readFolder(app)).filter(([path]) => !path.startsWith('node_mod'));
		expect(Object.fromEntries(left)).toEqual(before);
	});

	it('of an app is quoted in the commands that are left', async () => {
		const top = app;
		app = join(top, 'apps/my shop');
		write(fixtures['vite-react']!.files);
		app = top;
		const { data } = await init(['--app', 'apps/my shop']);
		expect(data<Result>().steps.join()).toContain("feedback init --verify --app 'apps/my shop'");
	});

	it('of a packed SDK reaches the package manager as one word', async () => {
		const body = `printf '%s\\n' "$@" > arguments && mkdir -p node_modules/@feedback/sdk && echo "{}" > node_modules/@feedback/sdk/package.json`;
		writeFileSync(join(person.home, 'bin/npm'), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
		const sdk = join(person.home, 'my sdk & more.tgz');
		writeFileSync(sdk, '');
		expect((await init(['--sdk', '../my sdk & more.tgz'])).code).toBe(0);
		expect(read('arguments')).toBe(`i\n${sdk}\n`);
	});
});

describe('a lockfile that is a link', () => {
	it.each(['package-lock.json', '../../package-lock.json'])(
		'to outside keeps everything as it was: %s',
		async (lock) => {
			const top = app;
			write({ 'package.json': '{ "name": "top", "workspaces": ["apps/*"] }\n' });
			app = join(top, 'apps/web');
			write(fixtures['vite-react']!.files);
			const outside = join(person.home, 'outside.json');
			writeFileSync(outside, '{}\n');
			symlinkSync(outside, join(app, lock));
			const before = readFolder(top);
			const { code, stdout } = await init();
			expect([code, stdout]).toEqual([1, expect.stringContaining('unwritable_file')]);
			expect(readFolder(top)).toEqual(before);
		},
	);
});
