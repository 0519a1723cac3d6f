import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of generated files, of packages, and of files that are served as they are. */
const skipped = new Set([
	'node_modules',
	'dist',
	'build',
	'out',
	'coverage',
	'public',
	'static',
	'vendor',
	'deps',
	'_build',
	'storage',
	'__pycache__',
]);

/** Whether a folder of this name has no sources. */
export function isSkipped(name: string): boolean {
	return name.startsWith('.') || skipped.has(name);
}

/** The files of an app, those of a folder before those of the folders in it; without symbolic links. */
export function* listFiles(folder: string): Generator<string> {
	const entries = readdirSync(folder, { withFileTypes: true });
	for (const entry of entries) {
		if (entry.isFile()) yield join(folder, entry.name);
	}
	for (const entry of entries) {
		if (!entry.isDirectory() || isSkipped(entry.name)) continue;
		const inner = join(folder, entry.name);
		// A folder with a package.json is another app, and one with a pyvenv.cfg has the packages of Python.
		const isOther = ['package.json', 'pyvenv.cfg'].some((name) => existsSync(join(inner, name)));
		if (!isOther) yield* listFiles(inner);
	}
}
