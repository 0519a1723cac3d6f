import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { tarballPath } from '@feedback/contract';

import type { VersionManifest } from '../registry/packument.ts';
import type { Manifest } from './clean-manifest.ts';

type Packed = {
	filename: string;
	integrity: string;
	shasum: string;
	unpackedSize: number;
	entryCount: number;
	files: { path: string; mode: number }[];
};

/**
 * Packs a built package with another manifest, and returns that with its `dist`.
 *
 * @param folder the package's folder
 * @param registry folder of the registry's files, for the tarball
 */
export async function packPackage(
	folder: string,
	manifest: Manifest,
	registry: string,
): Promise<VersionManifest> {
	const staging = await mkdtemp(join(tmpdir(), 'feedback-pack-'));
	try {
		const { files } = await npmPack(folder, '--dry-run');
		for (const { path } of files) {
			await mkdir(dirname(join(staging, path)), { recursive: true });
			await copyFile(join(folder, path), join(staging, path));
		}
		await writeFile(join(staging, 'package.json'), `${JSON.stringify(manifest, null, '\t')}\n`);
		const { filename, integrity, shasum, unpackedSize, entryCount } = await npmPack(
			staging,
			`--pack-destination=${staging}`,
		);
		const tarball = tarballPath(manifest.name, manifest.version);
		await mkdir(dirname(join(registry, tarball)), { recursive: true });
		await copyFile(join(staging, filename), join(registry, tarball));
		return {
			...manifest,
			_id: `${manifest.name}@${manifest.version}`,
			dist: { tarball, integrity, shasum, fileCount: entryCount, unpackedSize },
		};
	} finally {
		await rm(staging, { recursive: true });
	}
}

/** Without scripts: what is packed is built already. */
async function npmPack(folder: string, option: string): Promise<Packed> {
	const { stdout } = await promisify(execFile)(
		'npm',
		['pack', '--json', '--ignore-scripts', option],
		// On Windows npm is a script, which needs a shell; no argument has a space there.
		{ cwd: folder, maxBuffer: 16 * 1024 * 1024, shell: process.platform === 'win32' },
	);
	const [packed] = Object.values(JSON.parse(stdout) as Record<string, Packed>);
	return packed!;
}

/** The manifest in a package's folder. */
export async function readManifest(folder: string): Promise<Manifest> {
	return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}
