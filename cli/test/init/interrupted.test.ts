import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

import { thorough } from '../../../testing/thorough.ts';
import type { Result } from '../../src/init/result.ts';
import { failureSchema } from '../../src/output/envelope.ts';
import { bin, createPerson } from '../run.ts';
import type { Person } from '../run.ts';
import { useService } from '../service/use-service.ts';
import { fixtures } from './fixtures.ts';
import { readFolder } from './run-init.ts';

// Runs that fail or are interrupted.

const service = await useService();
let person: Person;
let app: string;
beforeEach(() => {
	person = createPerson(service);
	app = join(person.home, 'app');
	for (const [path, text] of Object.entries(fixtures['vite-react']!.files)) {
		mkdirSync(dirname(join(app, path)), { recursive: true });
		writeFileSync(join(app, path), text);
	}
});

const given = ['init', '--yes', '--json', '--site-id', 'site_demo000000'];
const init = (argv: string[], env: Record<string, string> = {}) =>
	person.spawn(argv, { cwd: app, env });

/** Puts a fake npm on the PATH. */
function fakeNpm(body: string): Record<string, string> {
	const bins = join(person.home, 'bin');
	mkdirSync(bins, { recursive: true });
	writeFileSync(join(bins, 'npm'), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
	return { PATH: `${bins}:${process.env['PATH']}` };
}

describe('a package manager that is missing', () => {
	it('fails before anything is written, with both alternatives', async () => {
		writeFileSync(join(app, 'pnpm-lock.yaml'), '');
		const before = readFolder(app);
		const { code, failure } = await init(given, { PATH: dirname(process.execPath) });
		const { error } = failure();
		expect([code, error.code]).toEqual([1, 'install_failed']);
		expect(error.message).toContain('pnpm');
		expect(error.message).toContain('Nothing was changed');
		expect(error.hint).toContain('npm install --global pnpm');
		expect(error.hint).toContain('--skip-install');
		expect(readFolder(app)).toEqual(before);
		expect((await init([...given, '--skip-install'])).data<Result>().state).toBe('installed');
	});
});

describe('a folder that is not writable', () => {
	// Root can write everything, so as root the command runs as nobody.
	const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

	function give(path: string): void {
		if (!('uid' in nobody)) return;
		chownSync(path, nobody.uid!, nobody.gid!);
		for (const entry of readdirSync(path, { withFileTypes: true })) {
			if (entry.isDirectory()) give(join(path, entry.name));
			else chownSync(join(path, entry.name), nobody.uid!, nobody.gid!);
		}
	}

	it('leaves nothing half written, and reports the failure', async () => {
		give(person.home);
		const before = readFolder(app);
		chmodSync(join(app, 'src'), 0o555);
		const child = spawn(process.execPath, [bin, ...given, '--skip-install', '--agent-skill'], {
			cwd: app,
			env: person.env,
			stdio: ['ignore', 'pipe', 'inherit'],
			...nobody,
		});
		let stdout = '';
		child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
		const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
		chmodSync(join(app, 'src'), 0o755);
		const { error } = failureSchema.parse(JSON.parse(stdout));
		expect([code, error.code]).toEqual([1, 'unwritable_file']);
		expect(error.message).toContain('Nothing was changed');
		expect(readFolder(app)).toEqual(before);
		expect((await init(['init', '--undo', '--json'])).code).toBe(3);
	});
});

describe('an interrupted run', () => {
	it('during the installation prints how to undo the changes, and stops the package manager', async () => {
		const started = join(person.home, 'started');
		const ended = join(person.home, 'ended');
		const env = fakeNpm(`trap 'touch ${ended}; exit 1' TERM; touch ${started}; sleep 60 & wait`);
		const before = readFolder(app);
		const { code, failure } = await person.spawn(given, {
			cwd: app,
			env,
			during: (child) => {
				void expect
					.poll(() => existsSync(started), { timeout: 20_000 })
					.toBe(true)
					.then(() => child.kill('SIGINT'));
			},
		});
		const { error } = failure();
		expect([code, error.code]).toEqual([130, 'interrupted']);
		expect(error.hint).toContain('has been changed');
		expect(error.next).toEqual([['feedback', 'init', '--undo']]);
		await expect.poll(() => existsSync(ended), { timeout: 20_000 }).toBe(true);
		await init(['init', '--undo', '--json']);
		expect(readFolder(app)).toEqual(before);
	});

	it('while it waits for an event prints that the code is in place', async () => {
		person = createPerson(service, 'fbt_good');
		const site = ['--site', service.state.site];
		await init([...given.slice(0, 3), ...site, '--skip-install']);
		const { code, stderr } = await person.spawn(['init', '--yes', '--skip-install', '--verify'], {
			cwd: app,
			during: (child) => {
				child.stderr!.on('data', (chunk: Buffer) => {
					if (chunk.includes('Waiting up to')) child.kill('SIGINT');
				});
			},
		});
		expect(code).toBe(130);
		expect(stderr).toContain('The code is in place');
	});
});

describe('--undo', () => {
	const skip = [...given, '--skip-install'];
	const undo = async () => {
		const { stdout, code } = await init(['init', '--undo']);
		return { stdout, code };
	};

	it('names the run that it undid, and an earlier one that remains', thorough, async () => {
		const before = readFolder(app);
		await init(skip);
		const afterFirst = readFolder(app);
		await init([...skip, '--agent-skill']);
		const first = await undo();
		expect(first.stdout).toContain('every file of the last run has its previous content');
		expect(first.stdout).toMatch(/The run of \d{4}-\d\d-\d\d \d\d:\d\d was undone\./);
		expect(first.stdout).toMatch(/An earlier run, of .*, is still in place/);
		expect(readFolder(app)).toEqual(afterFirst);
		const second = await undo();
		expect(second.stdout).not.toContain('An earlier run');
		expect(readFolder(app)).toEqual(before);
		expect((await undo()).code).toBe(3);
	});

	it.each([
		[
			'changed nothing',
			'mkdir -p node_modules/@feedback/sdk && echo {} > node_modules/@feedback/sdk/package.json',
			0,
		],
		['failed and changed nothing', 'exit 1', 1],
	])('ignores a second run that %s', async (_, body, exit) => {
		writeFileSync(join(app, '.npmrc'), '@feedback:registry=https://packages.example/\n');
		const before = readFolder(app);
		await init(skip);
		const second = await init(given, fakeNpm(body));
		expect(second.code).toBe(exit);
		if (exit) expect(second.failure().error.message).toContain('Every change was taken back.');
		const { stdout } = await undo();
		expect(stdout).not.toContain('An earlier run');
		const left = Object.entries(readFolder(app)).filter(([path]) => !path.startsWith('node_mod'));
		expect(Object.fromEntries(left)).toEqual(before);
	});
});
