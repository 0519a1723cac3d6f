import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { publishedPackages } from '@feedback/contract';
import { type Packument, keepEarlier, packumentPath } from '@feedback/release/packument';

/** Name of the folder of the packages in the data folder. */
export const packagesFolder = 'packages';

/**
 * Copies the packages that match this server to the data folder, beside those that earlier versions served: apps whose
 * lockfiles name these can still be installed after an upgrade. Resolves to the folder, or to `undefined` when the
 * packages are not built.
 */
export function keepPackages(built: string, data: string): string | undefined {
	const folder = join(data, packagesFolder);
	const names = publishedPackages.filter((name) => existsSync(join(built, packumentPath(name))));
	if (names.length === 0) return undefined;
	for (const name of names) {
		const packument = readPackument(join(built, packumentPath(name)));
		for (const { dist } of Object.values(packument.versions)) {
			write(join(folder, dist.tarball), (path) => copyFileSync(join(built, dist.tarball), path));
		}
		const path = join(folder, packumentPath(name));
		const kept = existsSync(path) ? keepEarlier(packument, readPackument(path)) : packument;
		write(path, (draft) => writeFileSync(draft, JSON.stringify(kept)));
	}
	return folder;
}

function readPackument(path: string): Packument {
	return JSON.parse(readFileSync(path, 'utf8')) as Packument;
}

// A server that is stopped meanwhile leaves either file, never a part of one.
function write(path: string, create: (draft: string) => void): void {
	mkdirSync(dirname(path), { recursive: true });
	const draft = `${path}.${process.pid}`;
	create(draft);
	renameSync(draft, path);
}
