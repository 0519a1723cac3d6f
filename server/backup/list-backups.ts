import type { Destination } from './destination.ts';
import type { EncryptionKey } from './encryption-key.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { type Mark, readMarks } from './marks.ts';
import { type StoreOptions, suffix } from './stored-file.ts';

export type ListOptions = {
	destination: Destination;
	/** Needed for backups that are encrypted. */
	encryptionKey?: EncryptionKey | undefined;
	/** Only backups of this server. */
	archive?: string | undefined;
	signal?: AbortSignal | undefined;
};

export type ListedBackup = {
	archive: string;
	id: string;
	/** Size of all its files as stored, in bytes. */
	bytes: number;
	/** Undefined when it could not be read; `problem` then contains the reason. */
	manifest?: Manifest;
	problem?: string;
};

export type BackupList = {
	/** Complete backups, oldest first. */
	backups: ListedBackup[];
	/** Marked moments, oldest first. */
	marks: Mark[];
	/** Marks that cannot be read, as sentences. */
	problems: string[];
};

/**
 * Lists the backups and marks of a destination. Unreadable ones are listed with their problem, so that one
 * damaged file does not hide the others.
 *
 * @example
 * const { backups } = await listBackups({ destination: await openDestination({ to: '/srv/backup' }) });
 */
export async function listBackups(options: ListOptions): Promise<BackupList> {
	const { destination, archive, signal } = options;
	const store = { destination, encryptionKey: options.encryptionKey, signal };
	const archives = archive ? [archive] : await listArchives(destination, signal);
	const backups: ListedBackup[] = [];
	const marks: Mark[] = [];
	const problems: string[] = [];
	for (const name of archives) {
		backups.push(...(await listOf(store, name)));
		const read = await readMarks(store, name);
		marks.push(...read.marks);
		problems.push(...read.problems);
	}
	return {
		// An id begins with its time.
		backups: backups.sort((a, b) => (a.id < b.id ? -1 : 1)),
		marks: marks.sort((a, b) => (a.time < b.time ? -1 : 1)),
		problems,
	};
}

const backupPattern = /^([^/]+)\/backups\/([^/]+)\/([^/]+)$/;

async function listArchives(
	destination: Destination,
	signal: AbortSignal | undefined,
): Promise<string[]> {
	const objects = await destination.list('', signal);
	return [...new Set(objects.flatMap(({ key }) => backupPattern.exec(key)?.[1] ?? []))];
}

async function listOf(store: StoreOptions, archive: string): Promise<ListedBackup[]> {
	const files = new Map<string, { bytes: number; manifest?: string }>();
	for (const { key, bytes } of await store.destination.list(`${archive}/backups/`, store.signal)) {
		const [, , id, name] = backupPattern.exec(key) ?? [];
		if (!id || !name) continue;
		const entry = files.get(id) ?? { bytes: 0 };
		entry.bytes += bytes;
		if (name.startsWith('manifest.json.')) entry.manifest = name;
		files.set(id, entry);
	}
	const listed: ListedBackup[] = [];
	for (const [id, { bytes, manifest }] of files) {
		if (manifest)
			listed.push({ archive, id, bytes, ...(await read(store, archive, id, manifest)) });
	}
	return listed;
}

async function read(
	store: StoreOptions,
	archive: string,
	id: string,
	name: string,
): Promise<Pick<ListedBackup, 'manifest' | 'problem'>> {
	if (name !== `manifest.json${suffix(store.encryptionKey)}`) return { problem: otherForm(name) };
	try {
		return { manifest: await readManifest(store, archive, id) };
	} catch (error) {
		store.signal?.throwIfAborted();
		return { problem: (error as Error).message };
	}
}

function otherForm(name: string): string {
	return name.endsWith('.age')
		? 'It is encrypted: give its key.'
		: 'It is not encrypted, although a key is given.';
}
