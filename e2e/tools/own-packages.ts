// Packages of folders that are not part of the workspace, so that `npm ci` at the root stays small.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Installs the packages of the folder's own lockfile, unless they are installed already. Throws when npm fails. */
export async function installOwnPackages(folder: string): Promise<void> {
	if (isInstalled(folder)) return;
	console.log(`Installing the packages of ${folder}, which are needed once…`);
	const npm = spawn('npm', ['ci', '--no-fund', '--no-audit'], {
		cwd: folder,
		stdio: ['ignore', 'ignore', 'inherit'],
		shell: process.platform === 'win32',
	});
	const [status] = (await once(npm, 'exit')) as [number | null];
	if (status !== 0) throw new Error(`npm ci failed in ${folder}.`);
}

// npm writes this file at the end of an installation.
function isInstalled(folder: string): boolean {
	const done = join(folder, 'node_modules/.package-lock.json');
	return (
		existsSync(done) &&
		statSync(done).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
	);
}

/** Path of a module of this folder's packages, which are installed if they are missing. */
export async function resolveTool(name: string): Promise<string> {
	await installOwnPackages(import.meta.dirname);
	return createRequire(import.meta.url).resolve(name);
}

/**
 * Imports a module of this folder's packages. The caller specifies the type of its exports, because the package may not
 * be installed.
 */
export async function importTool<Module>(name: string): Promise<Module> {
	const path = await resolveTool(name);
	return (await import(pathToFileURL(path).href)) as Module;
}
