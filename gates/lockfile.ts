import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Entry = {
	version?: string;
	resolved?: string;
	link?: boolean;
	optional?: boolean;
	dev?: boolean;
	devOptional?: boolean;
	optionalDependencies?: Record<string, string>;
	os?: string[];
	cpu?: string[];
	libc?: string[];
};

export type Lockfile = { lockfileVersion: number; packages: Record<string, Entry> };

export type Missing = { parent: string; name: string; range: string; dev: boolean };

/** The lockfile of a folder. */
export function readLockfile(folder: string): Lockfile {
	return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lockfile;
}

/** Finds entries that make `npm ci` fail on another platform, or download from another registry. */
export function findLockfileIssues(folder: string): string[] {
	const lockfile = readLockfile(folder);
	const missing = findMissing(lockfile).map(
		({ parent, name }) =>
			`${name}, an optional dependency of ${parent}, is not in package-lock.json: ` +
			'run node gates/complete-lockfile.ts.',
	);
	const foreign = Object.entries(lockfile.packages)
		.filter(([, entry]) => isForeign(entry))
		.map(([path, entry]) => `${path} would be fetched from ${entry.resolved}.`);
	return [...missing, ...foreign];
}

// Entries without `resolved` are downloaded from the configured registry.
function isForeign({ resolved, link }: Entry): boolean {
	if (link || resolved === undefined) return false;
	return !resolved.startsWith('https://registry.npmjs.org/');
}

/**
 * Finds optional dependencies without an entry. `npm install` omits those that its registry does not have, mostly
 * binaries of other platforms; `npm ci` then fails on those platforms.
 */
export function findMissing(lockfile: Lockfile): Missing[] {
	return Object.entries(lockfile.packages).flatMap(([path, entry]) =>
		Object.entries(entry.optionalDependencies ?? {})
			.filter(([name]) => !isReachable(lockfile, path, name))
			.map(([name, range]) => ({
				parent: path,
				name,
				range,
				dev: Boolean(entry.dev ?? entry.devOptional),
			})),
	);
}

// Like Node's resolution: in the parent's node_modules, then in each one above.
function isReachable(lockfile: Lockfile, parent: string, name: string): boolean {
	for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
		const path = folder.endsWith('node_modules') ? undefined : join(folder, 'node_modules', name);
		if (path && lockfile.packages[path.replaceAll('\\', '/')]) return true;
		if (folder === '') return false;
	}
}
