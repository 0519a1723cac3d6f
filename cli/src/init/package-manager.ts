import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';

import { openApp } from './app.ts';
import { writeWindowsLine } from './windows-line.ts';
import { resolveCommand } from 'package-manager-detector/commands';
import { detect } from 'package-manager-detector/detect';

/** The package manager of an app. */
export type PackageManager = {
	name: string;
	/** The command that adds a package, as its arguments. */
	add(spec: string): string[];
	/** Files that it may change: the app's manifest, the lockfiles, and its own settings. */
	files: string[];
	/** Yarn 2 or later. */
	isBerry: boolean;
	/** The folder whose settings it reads. */
	settingsFolder: string;
};

const lockfiles: Record<string, string[]> = {
	npm: ['package-lock.json', 'npm-shrinkwrap.json'],
	pnpm: ['pnpm-lock.yaml', 'pnpm-workspace.yaml'],
	yarn: ['yarn.lock', '.pnp.cjs', '.pnp.loader.mjs', '.yarn/install-state.gz'],
	bun: ['bun.lock', 'bun.lockb'],
	deno: ['deno.lock'],
};

/** Detects the package manager by lockfile or manifest, up to the root of the repository; npm by default. */
export async function findPackageManager(root: string, top: string): Promise<PackageManager> {
	const stopDir = dirname(top);
	const found = await detect({ cwd: root, stopDir });
	const { name, agent } = found ?? { name: 'npm', agent: 'npm' as const };
	const folders = [root];
	while (folders[0] !== top && dirname(folders[0]!) !== folders[0]) {
		folders.unshift(dirname(folders[0]!));
	}
	const locks = folders.flatMap((folder) =>
		(lockfiles[name] ?? []).map((file) => join(folder, file)),
	);
	const settingsFolder = findSettingsFolder(root, top, lockfiles[name] ?? []);
	return {
		name,
		isBerry: agent === 'yarn@berry' || isBerry(settingsFolder),
		settingsFolder,
		add: (spec) => {
			const resolved = resolveCommand(agent, 'add', [spec]);
			return resolved ? [resolved.command, ...resolved.args] : ['npm', 'install', spec];
		},
		files: [join(root, 'package.json'), ...locks],
	};
}

/** The folder whose settings a package manager reads for an app: that of its workspace. */
function findSettingsFolder(root: string, top: string, locks: readonly string[]): string {
	for (let folder = root; ; folder = dirname(folder)) {
		if (locks.some((name) => existsSync(join(folder, name)))) return folder;
		if (openApp(folder).manifest?.workspaces !== undefined) return folder;
		if (folder === top || folder === dirname(folder)) return root;
	}
}

function isBerry(folder: string): boolean {
	if (existsSync(join(folder, '.yarnrc.yml'))) return true;
	const lock = join(folder, 'yarn.lock');
	return existsSync(lock) && readFileSync(lock, 'utf8').includes('__metadata:');
}

/** Whether a program is on the PATH. */
export function isProgram(name: string, env: NodeJS.ProcessEnv): boolean {
	const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(Boolean);
	const endings =
		process.platform === 'win32' ? (env['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';') : [''];
	return folders.some((folder) =>
		endings.some((ending) => isExecutable(join(folder, `${name}${ending}`))),
	);
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** Runs the command and copies its output to `copyTo`. */
export async function runInstall(
	argv: string[],
	{ cwd, env, copyTo }: { cwd: string; env: NodeJS.ProcessEnv; copyTo: Writable | undefined },
): Promise<{ ok: boolean; output: string }> {
	const [program, ...rest] = argv as [string, ...string[]];
	const options = { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
	const child =
		process.platform === 'win32'
			? spawn(writeWindowsLine(argv), { ...options, shell: true })
			: spawn(program, rest, options);
	let output = '';
	const onData = (chunk: Buffer) => {
		output = (output + chunk.toString()).slice(-4_000);
		copyTo?.write(chunk);
	};
	child.stdout.on('data', onData);
	child.stderr.on('data', onData);
	// Stop the package manager after an interruption.
	const kill = () => child.kill();
	process.once('exit', kill);
	return new Promise<{ ok: boolean; output: string }>((resolve) => {
		child.once('error', (error) => resolve({ ok: false, output: error.message }));
		child.once('close', (code) => resolve({ ok: code === 0, output: output.trim() }));
	}).finally(() => process.off('exit', kill));
}

/** Whether a package can be resolved from a folder. */
export function isInstalled(root: string, name: string): boolean {
	for (let folder = root; ; folder = dirname(folder)) {
		if (existsSync(join(folder, 'node_modules', name, 'package.json'))) return true;
		if (existsSync(join(folder, '.pnp.cjs'))) return true;
		if (folder === dirname(folder)) return false;
	}
}
