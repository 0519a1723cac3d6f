import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';

import type { Destination, StoredObject } from './destination.ts';
import { NotStored } from './not-stored.ts';

/** A folder of this machine, created if it is missing. Only its owner may read it. */
export function openFolder(folder: string): Destination {
	const pathOf = (key: string) => join(folder, ...key.split('/'));
	return {
		name: folder,
		remote: false,
		async write(key, content, signal) {
			const path = pathOf(key);
			await mkdir(dirname(path), { recursive: true, mode: 0o700 });
			const part = `${path}.${randomUUID()}.part`;
			try {
				await pipeline(content, createWriteStream(part, { mode: 0o600, flush: true }), { signal });
				await rename(part, path);
			} catch (error) {
				await rm(part, { force: true });
				throw error;
			}
			await syncFolder(dirname(path));
		},
		async read(key, signal) {
			const stream = createReadStream(pathOf(key), { signal });
			try {
				await once(stream, 'open');
			} catch (cause) {
				if (isMissing(cause)) throw new NotStored(key, folder, { cause });
				throw cause;
			}
			return stream;
		},
		async list(prefix) {
			const found = await listFiles(folder, prefix);
			return found.sort((a, b) => (a.key < b.key ? -1 : 1));
		},
		async delete(keys) {
			for (const key of keys) await rm(pathOf(key), { force: true });
			for (const parent of new Set(keys.map((key) => dirname(pathOf(key))))) {
				await removeEmpty(parent, folder);
			}
		},
		close: () => undefined,
	};
}

// Starts at the deepest folder in the prefix, so that a list of marks does not traverse all WAL.
async function listFiles(folder: string, prefix: string): Promise<StoredObject[]> {
	const start = join(folder, ...prefix.split('/').slice(0, -1));
	let entries;
	try {
		entries = await readdir(start, { recursive: true, withFileTypes: true });
	} catch (error) {
		if (isMissing(error)) return [];
		throw error;
	}
	const objects: StoredObject[] = [];
	for (const entry of entries) {
		if (!entry.isFile() || entry.name.endsWith('.part')) continue;
		const path = join(entry.parentPath, entry.name);
		const key = relative(folder, path).split(sep).join('/');
		if (!key.startsWith(prefix)) continue;
		// Retention may delete a file between the two calls.
		const found = await stat(path).catch(() => undefined);
		if (found) objects.push({ key, bytes: found.size });
	}
	return objects;
}

async function removeEmpty(path: string, above: string): Promise<void> {
	for (let at = path; at.startsWith(above + sep); at = dirname(at)) {
		try {
			await rmdir(at);
		} catch {
			return; // It still has files.
		}
	}
}

// A rename survives a power failure once its folder has been flushed to disk.
async function syncFolder(path: string): Promise<void> {
	const handle = await open(path, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

function isMissing(error: unknown): boolean {
	return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
