import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { resolveCommand } from 'package-manager-detector/commands';
import { detect } from 'package-manager-detector/detect';

/** What installs the packages of an app. */
export type PackageManager = {
	name: string;
	/** The command that adds a package, as its arguments. */
	add(spec: string): string[];
	/** Files that it changes: the manifest of the app, and those lockfiles that exist or may come. */
	files: string[];
};

const lockfiles: Record<string, string[]> = {
	npm: ['package-lock.json', 'npm-shrinkwrap.json'],
	pnpm: ['pnpm-lock.yaml'],
	yarn: ['yarn.lock'],
	bun: ['bun.lock', 'bun.lockb'],
	deno: ['deno.lock'],
};

/** The package manager of an app, by its lockfile or manifest, up to the top of the repository; else npm. */
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
	return {
		name,
		add: (spec) => {
			const resolved = resolveCommand(agent, 'add', [spec]);
			return resolved ? [resolved.command, ...resolved.args] : ['npm', 'install', spec];
		},
		files: [join(root, 'package.json'), ...locks],
	};
}

/** Whether a program can be started by its name. */
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

/** Runs the command in a folder; its words go to standard error. The exit code, or why it did not start. */
export async function runInstall(
	argv: string[],
	{ cwd, env, quiet }: { cwd: string; env: NodeJS.ProcessEnv; quiet: boolean },
): Promise<{ ok: boolean; said: string }> {
	const [program, ...rest] = argv as [string, ...string[]];
	const child = spawn(program, rest, {
		cwd,
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
		// On Windows package managers are scripts that only a shell starts.
		shell: process.platform === 'win32',
	});
	let said = '';
	const hear = (chunk: Buffer) => {
		said = (said + chunk.toString()).slice(-4_000);
		if (!quiet) process.stderr.write(chunk);
	};
	child.stdout.on('data', hear);
	child.stderr.on('data', hear);
	// Who is interrupted leaves nothing running that goes on writing.
	const kill = () => child.kill();
	process.once('exit', kill);
	return new Promise<{ ok: boolean; said: string }>((resolve) => {
		child.once('error', (error) => resolve({ ok: false, said: error.message }));
		child.once('close', (code) => resolve({ ok: code === 0, said: said.trim() }));
	}).finally(() => process.off('exit', kill));
}

/** Whether a package can be found from a folder. */
export function isInstalled(root: string, name: string): boolean {
	for (let folder = root; ; folder = dirname(folder)) {
		if (existsSync(join(folder, 'node_modules', name, 'package.json'))) return true;
		if (existsSync(join(folder, '.pnp.cjs'))) return true;
		if (folder === dirname(folder)) return false;
	}
}
