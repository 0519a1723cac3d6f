import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { packageScope, publishedPackages, unscopedName } from '@feedback/contract';

import { type Packument, type VersionManifest, packumentPath } from '../registry/packument.ts';
import { cleanManifest } from './clean-manifest.ts';
import { packPackage, readManifest } from './pack-package.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Writes the registry's files for the published packages of this tree, and returns their manifests.
 *
 * @throws when a package is not built, or needs one that is not published
 */
export async function writeRegistry(folder: string): Promise<VersionManifest[]> {
	const packages = await Promise.all(
		publishedPackages.map(async (name) => {
			const source = join(root, unscopedName(name));
			await requireBuilt(source, name);
			return { source, manifest: await readManifest(source) };
		}),
	);
	const versions = new Map(packages.map(({ manifest }) => [manifest.name, manifest.version]));
	const isOurs = (name: string) => name.startsWith(`${packageScope}/`);
	return Promise.all(
		packages.map(async ({ source, manifest }) => {
			const clean = cleanManifest(manifest, versions, isOurs);
			const packed = await packPackage(source, clean, folder);
			const path = join(folder, packumentPath(packed.name));
			await mkdir(dirname(path), { recursive: true });
			await writeFile(path, JSON.stringify(toPackument(packed, readDate(source))));
			return packed;
		}),
	);
}

async function requireBuilt(source: string, name: string): Promise<void> {
	const files = await readdir(join(source, 'dist')).catch(() => []);
	if (files.length === 0) throw new Error(`Build it first: npm run build -w ${name}`);
}

function toPackument(manifest: VersionManifest, date: string): Packument {
	const { name, version } = manifest;
	const said = ['description', 'license', 'keywords', 'repository', 'homepage'].flatMap((field) =>
		manifest[field] === undefined ? [] : [[field, manifest[field]]],
	);
	return {
		_id: name,
		name,
		...Object.fromEntries(said),
		'dist-tags': { latest: version },
		versions: { [version]: manifest },
		time: { created: date, modified: date, [version]: date },
	};
}

/** The day of the last change, so that the same sources give the same files; now, outside a repository. */
function readDate(source: string): string {
	try {
		const said = execFileSync('git', ['log', '-1', '--format=%cI', '--', source], {
			cwd: root,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		return new Date(said.trim()).toISOString();
	} catch {
		return new Date().toISOString();
	}
}
