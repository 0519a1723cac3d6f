// The folder in which Postgres stores finished WAL, and the transfer from there to the destination.
import { createReadStream, existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { makePostgresFolder } from '../postgres/folder-owner.ts';
import { spoolFolder } from './archive-command.ts';
import { type StoreOptions, readStoredFile, storeFile, suffix } from './stored-file.ts';
import { walKey } from './wal-store.ts';

/** A finished WAL file that is waiting on this machine. */
export type Waiting = { name: string; path: string; bytes: number };

/** Creates a cluster's spool, owned by the user that Postgres runs as. */
export function makeSpool(cluster: string): void {
	const path = join(cluster, spoolFolder);
	if (existsSync(path)) return;
	makePostgresFolder(path);
}

// Segments, histories of timelines, and the suffixes that a promotion or a backup adds to a segment's name.
const finished = /^[0-9A-F]{8}(?:\.history|[0-9A-F]{16}(?:\.partial|\.[0-9A-F]{8}\.backup)?)$/;

/**
 * Lists the files in the spool, in the order in which they are stored: histories first, since restores need
 * them first.
 */
export async function listWaiting(cluster: string): Promise<Waiting[]> {
	const folder = join(cluster, spoolFolder);
	const names = (await readdir(folder)).filter((name) => finished.test(name)).sort();
	const waiting: Waiting[] = [];
	for (const name of names) {
		const path = join(folder, name);
		waiting.push({ name, path, bytes: (await stat(path)).size });
	}
	const isHistory = ({ name }: Waiting) => name.endsWith('.history');
	return [...waiting.filter(isHistory), ...waiting.filter((file) => !isHistory(file))];
}

/**
 * Stores a file of WAL and removes it from the spool. If the destination already has the file, the content
 * must be the same: otherwise a copy of this cluster writes to the same archive, and the error says so.
 */
export async function shipFile(
	store: StoreOptions,
	archive: string,
	{ name, path }: Waiting,
): Promise<void> {
	const key = walKey(archive, name) + suffix(store.encryptionKey);
	const stored = await store.destination.list(key, store.signal);
	if (stored.length > 0) await requireSame(store, key, path);
	else await storeFile(store, key, createReadStream(path));
	await rm(path);
}

async function requireSame(store: StoreOptions, key: string, path: string): Promise<void> {
	const [there, here] = await Promise.all([
		readStoredFile(store, key).then(buffer),
		buffer(createReadStream(path)),
	]);
	if (there.equals(here)) return;
	throw new Error(
		`${store.destination.name} has another ${key}: a copy of this server's data archives to the same place. Stop one of the two, and delete the file archive-id in the copy's folder.`,
	);
}
