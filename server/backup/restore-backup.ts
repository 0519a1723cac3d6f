import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { type RestoreTarget, chooseBackup, requireCluster } from './choose-backup.ts';
import type { ExternalDatabase } from './database-source.ts';
import type { Destination } from './destination.ts';
import type { EncryptionKey } from './encryption-key.ts';
import { extractTar } from './extract.ts';
import { listBackups } from './list-backups.ts';
import { type Manifest, backupKey, folderFile, serviceFile } from './manifest.ts';
import { requireEmpty, requireListed, stageCluster } from './restore-cluster.ts';
import { restoreDump } from './restore-dump.ts';
import { type StoreOptions, readStoredFile, suffix } from './stored-file.ts';

export type RestoreOptions = {
	destination: Destination;
	/** Needed for an encrypted backup. If a key is given, an unencrypted backup is refused. */
	encryptionKey?: EncryptionKey | undefined;
	/** ID of a backup; by default the newest one from which the target can be reached. */
	backup?: string;
	/** Needed when the destination holds backups of several servers. */
	archive?: string;
	/** The moment to restore to; only a backup of an embedded database can be restored to moments other than its end. */
	target?: RestoreTarget;
	/** An embedded database's folder, missing or empty; or the URL of an empty external database. */
	into: { cluster: string } | ExternalDatabase;
	/**
	 * Paths for the service's files, by name in the backup. If a file already exists there, it must have the same
	 * content.
	 */
	files: Readonly<Record<string, string>>;
	/** Where the stored files go: a missing or empty folder. Without it, they are not restored. */
	stored?: string | undefined;
	log?: (line: string) => void;
	/** Cancels the restore without changing anything. */
	signal?: AbortSignal | undefined;
};

export type Restored = {
	manifest: Manifest;
	/** Time of the last transaction restored from WAL, as Postgres logs it; undefined when there was none. */
	lastTransaction: string | undefined;
	/** Paths of the service's files that were written. */
	files: string[];
};

/**
 * Restores a backup onto an empty machine. Everything is downloaded, checked and recovered in a separate place before
 * the first change. A backup that is incomplete, tampered with or encrypted with another key is refused without any
 * change.
 *
 * @example
 * await restoreBackup({ destination, into: { cluster: '/srv/feedback/postgres' }, files });
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
	const { destination, encryptionKey, into, signal, log = () => undefined } = options;
	const store = { destination, encryptionKey, signal };
	const target = options.target ?? { kind: 'end' };
	// Before any download.
	if ('cluster' in into) requireEmpty(into.cluster);
	const list = await listBackups(store);
	const { manifest } = chooseBackup(list, { ...options, target }, destination.name);
	const files = await stageFiles(store, manifest, options.files);
	const folder = await stageFolder(store, manifest, options.stored);
	try {
		let lastTransaction: string | undefined;
		if ('cluster' in into) {
			const cluster = requireCluster(manifest);
			const staged = await stageCluster({ store, manifest: cluster, ...into, target, log });
			({ lastTransaction } = staged);
			try {
				await files.commit();
				await folder.commit();
				await staged.commit();
			} catch (error) {
				await staged.discard();
				throw error;
			}
		} else {
			if (manifest.kind !== 'dump') throw new Error(refuseCluster(manifest.id));
			if (target.kind === 'mark' || target.kind === 'time') throw new Error(noMoments);
			await restoreDump({ store, manifest, database: into, log });
			await files.commit();
			await folder.commit();
		}
		return { manifest, lastTransaction, files: files.paths };
	} finally {
		await Promise.all([files.discard(), folder.discard()]);
	}
}

/** Downloads the stored files next to their folder. A backup of a server that stores them elsewhere has none. */
async function stageFolder(
	store: StoreOptions,
	manifest: Manifest,
	to: string | undefined,
): Promise<Omit<StagedFiles, 'paths'>> {
	const name = folderFile + suffix(store.encryptionKey);
	const nothing = () => Promise.resolve();
	if (to === undefined || !manifest.files.some((file) => file.name === name)) {
		return { commit: nothing, discard: nothing };
	}
	if (existsSync(to) && (await readdir(to)).length > 0) {
		throw new Error(`${to} is not empty. A restore changes no existing file: move it away.`);
	}
	const from = await download(store, manifest, dirname(to), folderFile);
	return {
		async commit() {
			await rm(to, { recursive: true, force: true });
			await rename(from, to);
		},
		discard: () => rm(from, { recursive: true, force: true }),
	};
}

const refuseCluster = (id: string) =>
	`The backup ${id} is of an embedded database: it is restored to a folder, not to a URL.`;

const noMoments =
	'The backup of an external database has no other moments than its own. To restore to a time, use what its operator offers, such as pgBackRest.';

type StagedFiles = { paths: string[]; commit(): Promise<void>; discard(): Promise<void> };

/** Downloads the service's files next to their final paths. Throws when different files already exist there. */
async function stageFiles(
	store: StoreOptions,
	manifest: Manifest,
	targets: Readonly<Record<string, string>>,
): Promise<StagedFiles> {
	const names = manifest.serviceFiles;
	const unplaced = names.find((name) => !Object.hasOwn(targets, name));
	if (unplaced) throw new Error(`The backup contains ${unplaced}, which has no place to go.`);
	if (names.length === 0) {
		return { paths: [], commit: () => Promise.resolve(), discard: () => Promise.resolve() };
	}
	const folders = new Map<string, string>();
	const discard = async () => {
		for (const folder of folders.values()) await rm(folder, { recursive: true, force: true });
	};
	try {
		const moves: { from: string; to: string }[] = [];
		for (const name of names) {
			const to = targets[name]!;
			const parent = dirname(to);
			// On the same disk, so that a rename is enough at the end.
			if (!folders.has(parent)) folders.set(parent, await download(store, manifest, parent));
			const from = join(folders.get(parent)!, name);
			if (!existsSync(from)) throw new Error(`The backup lists ${name}, but does not contain it.`);
			if (!existsSync(to)) moves.push({ from, to });
			else if (!(await readFile(from)).equals(await readFile(to))) {
				throw new Error(
					`${to} exists and differs from the backup. A restore changes no existing file: move it away.`,
				);
			}
		}
		return {
			paths: moves.map(({ to }) => to),
			async commit() {
				for (const { from, to } of moves) await rename(from, to);
			},
			discard,
		};
	} catch (error) {
		await discard();
		throw error;
	}
}

async function download(
	store: StoreOptions,
	manifest: Manifest,
	parent: string,
	archive = serviceFile,
): Promise<string> {
	await mkdir(parent, { recursive: true, mode: 0o700 });
	const folder = await mkdtemp(join(parent, '.restoring-'));
	try {
		const name = archive + suffix(store.encryptionKey);
		const key = backupKey(manifest.archive, manifest.id, name);
		const content = await readStoredFile(store, key, requireListed(manifest, name));
		await extractTar(content, folder, { signal: store.signal });
		return folder;
	} catch (error) {
		await rm(folder, { recursive: true, force: true });
		throw error;
	}
}
