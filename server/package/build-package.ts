// `npm run build -w @feedback/server`: creates the published package in `server/dist/package` and packs it.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { layout } from '#layout';
import { buildIfStale, builds } from '../parts/builds.ts';
import { root } from '../layout/tree.ts';
import { listMigrations } from '../postgres/migrations.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { bundleServer } from './bundle-server.ts';
import { writeManifest } from './write-manifest.ts';

const room = join(root, 'server');

/**
 * Builds the package's content, and packs it. Resolves to the path of the tarball.
 *
 * @param folder for the content and the tarball; replaced if it exists
 */
export async function buildPackage(
	folder: string,
	log: (line: string) => void = console.log,
): Promise<string> {
	for (const part of [builds.packages, builds.dashboard, builds.site]) {
		await buildIfStale(part, log);
	}
	const target = join(folder, 'package');
	rmSync(target, { recursive: true, force: true });
	mkdirSync(join(target, 'bin'), { recursive: true });
	const external = await bundleServer(join(target, 'dist'));
	await bundleFunctions(join(target, 'functions'));
	cpSync(layout.dashboard, join(target, 'dashboard'), { recursive: true });
	cpSync(layout.docs, join(target, 'docs'), {
		recursive: true,
		// A copy of the packages, for other hosts.
		filter: (path) => path !== join(layout.docs, 'npm'),
	});
	cpSync(layout.packages, join(target, 'packages'), { recursive: true });
	cpSync(layout.scripts, join(target, 'scripts'), { recursive: true });
	mkdirSync(join(target, 'migrations'));
	for (const { name, path } of listMigrations()) {
		copyFileSync(path, join(target, 'migrations', name));
	}
	cpSync(layout.schemas, join(target, 'schemas'), { recursive: true });
	copyFileSync(join(room, 'package/launcher.sh'), join(target, 'bin/feedback-server'));
	chmodSync(join(target, 'bin/feedback-server'), 0o755);
	cpSync(join(room, 'operations'), join(target, 'operations'), {
		recursive: true,
		filter: (path) => !path.includes('.test.'),
	});
	copyFileSync(join(room, 'package/README.md'), join(target, 'README.md'));
	copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
	writeManifest(join(target, 'package.json'), external);
	const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
		cwd: target,
		encoding: 'utf8',
	});
	return join(folder, packed.trim().split('\n').at(-1)!);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const folder = join(room, 'dist');
	mkdirSync(folder, { recursive: true });
	console.log(`Packed ${await buildPackage(folder)}`);
}
