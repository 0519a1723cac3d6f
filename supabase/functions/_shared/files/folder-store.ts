import { mkdir, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { FileStore } from './file-store.ts';

/** A folder of this machine, created if it is missing. Only its owner may read it. */
export function openFolderStore(folder: string): FileStore {
	const pathOf = (name: string) => join(folder, ...name.split('/'));
	return {
		place: folder,
		async put(name, bytes) {
			const path = pathOf(name);
			await mkdir(dirname(path), { recursive: true, mode: 0o700 });
			await requireSpace(dirname(path));
			const part = `${path}.${crypto.randomUUID()}.part`;
			try {
				const file = await open(part, 'wx', 0o600);
				try {
					await file.writeFile(bytes);
					await file.sync();
				} finally {
					await file.close();
				}
				await rename(part, path);
			} catch (error) {
				await rm(part, { force: true });
				throw error;
			}
		},
		async get(name) {
			try {
				return new Uint8Array(await readFile(pathOf(name)));
			} catch (error) {
				if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
				throw error;
			}
		},
		delete: (name) => rm(pathOf(name), { force: true }),
		async *list() {
			for (const part of await readFolder(folder)) {
				const names = await readFolder(join(folder, part));
				for (let from = 0; from < names.length; from += listedAtOnce) {
					yield names.slice(from, from + listedAtOnce).map((name) => `${part}/${name}`);
				}
			}
		},
	};
}

const listedAtOnce = 1_000;

/** The names in a folder; none if there is no such folder. */
async function readFolder(folder: string): Promise<string[]> {
	try {
		return await readdir(folder);
	} catch (error) {
		const { code } = error as { code?: unknown };
		if (code === 'ENOENT' || code === 'ENOTDIR') return [];
		throw error;
	}
}

/** The database is often on the same disk, and without space it can store no event. */
const leastFreeBytes = 512 * 1024 * 1024;

async function requireSpace(folder: string): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	if (bavail * bsize < leastFreeBytes) throw new Error(`The disk of ${folder} is almost full.`);
}
