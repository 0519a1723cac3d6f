// Run after `npm install`: adds optional packages to package-lock.json that the configured registry does not have.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { type Entry, type Lockfile, findMissing, readLockfile } from './lockfile.ts';
import { listFiles } from './tree.ts';
import { root } from '../server/layout/tree.ts';

const systems: Record<string, string> = {
	darwin: 'darwin',
	linux: 'linux',
	android: 'android',
	freebsd: 'freebsd',
	openharmony: 'openharmony',
	windows: 'win32',
	win32: 'win32',
};
const processors: Record<string, string> = {
	x64: 'x64',
	'64': 'x64',
	arm64: 'arm64',
	arm: 'arm',
	ia32: 'ia32',
	ppc64: 'ppc64',
	riscv64: 'riscv64',
	s390x: 's390x',
	wasm32: 'wasm32',
};
const libraries: Record<string, string> = { glibc: 'glibc', gnu: 'glibc', musl: 'musl' };

/**
 * Derives the platform of a binary package from its name, since the registry does not have the package. Throws
 * when the name does not contain it: an entry without a platform would be installed everywhere.
 *
 * @example
 * readPlatform('@deno/linux-arm64-glibc'); // { os: ['linux'], cpu: ['arm64'], libc: ['glibc'] }
 */
export function readPlatform(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
	const words = name.split(/[/-]/);
	const find = (table: Record<string, string>) =>
		words.map((word) => table[word]).find((found) => found !== undefined);
	const [os, cpu, libc] = [find(systems), find(processors), find(libraries)];
	if (!cpu || (!os && cpu !== 'wasm32')) {
		throw new Error(`The name ${name} does not contain a platform; add the entry yourself.`);
	}
	return { ...(os ? { os: [os] } : {}), cpu: [cpu], ...(libc ? { libc: [libc] } : {}) };
}

/** Adds an entry for every missing optional package, and returns their names. */
export function completeLockfile(lockfile: Lockfile): string[] {
	const missing = findMissing(lockfile);
	for (const { parent, name, range, dev } of missing) {
		if (!/^\d+\.\d+\.\d+\S*$/.test(range)) {
			throw new Error(`${parent} asks for ${name} ${range}; only an exact version can be added.`);
		}
		const path = `${dirname(parent).replace(/\/@[^/]+$/, '')}/${name}`;
		lockfile.packages[path] = {
			version: range,
			...readPlatform(name),
			...(dev ? { dev } : {}),
			optional: true,
		};
	}
	const sorted = Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
	lockfile.packages = Object.fromEntries(sorted);
	return missing.map(({ name }) => name);
}

if (import.meta.main) {
	for (const path of listFiles('package-lock.json', '**/package-lock.json')) {
		const lockfile = readLockfile(join(root, dirname(path)));
		const added = completeLockfile(lockfile);
		const text = `${JSON.stringify(lockfile, null, '\t')}\n`;
		if (added.length > 0) writeFileSync(join(root, path), text);
		console.log(
			`${path}: ${added.length > 0 ? `added ${added.join(', ')}` : 'nothing is missing'}.`,
		);
	}
}
