import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { isRoot, makePostgresFolder, nobody } from '../postgres/folder-owner.ts';
import { nativeFolder } from '../postgres/native-programs.ts';
import { type RestoreTarget } from './choose-backup.ts';
import { extractTar } from './extract.ts';
import { type ClusterManifest, backupKey, clusterFile } from './manifest.ts';
import { recover } from './recovery.ts';
import { type StoreOptions, readStoredFile, suffix } from './stored-file.ts';
import { listWal } from './wal-store.ts';
import { startWalFeed } from './wal-feed.ts';
import { formatWalSegment, parseWalSegment } from './wal-segment.ts';

export type ClusterRestore = {
	/** The recovered cluster, next to its final folder. */
	staged: string;
	/** Time of its last transaction, as Postgres logs it. */
	lastTransaction: string | undefined;
	/** Moves it to its final folder. */
	commit(): Promise<void>;
	discard(): Promise<void>;
};

export type ClusterRestoreOptions = {
	store: StoreOptions;
	manifest: ClusterManifest;
	/** Folder for the cluster: missing or empty. */
	cluster: string;
	target: RestoreTarget;
	log: (line: string) => void;
};

/**
 * Downloads, checks and recovers a cluster in a separate folder beside the final one. The final folder stays untouched
 * until `commit`. A failure before that leaves nothing behind.
 */
export async function stageCluster(options: ClusterRestoreOptions): Promise<ClusterRestore> {
	const { store, manifest, target, log } = options;
	const cluster = resolve(options.cluster);
	requireEmpty(cluster);
	await requireSameMajor(manifest);
	if (target.kind === 'end') await requireNoGap(store, manifest);
	const staged = `${cluster}.restoring`;
	// Remains of a restore that was killed.
	await rm(staged, { recursive: true, force: true });
	mkdirSync(dirname(staged), { recursive: true, mode: 0o700 });
	const discard = () => rm(staged, { recursive: true, force: true, maxRetries: 5 });
	try {
		log(`Downloading ${manifest.id}.`);
		await download(store, manifest, staged);
		log('Recovering the database.');
		const lastTransaction = await replay(options, staged);
		return {
			staged,
			lastTransaction,
			discard,
			async commit() {
				if (existsSync(cluster)) await rmdir(cluster);
				await rename(staged, cluster);
			},
		};
	} catch (error) {
		await discard();
		throw error;
	}
}

/** Throws unless the folder is missing or empty. */
export function requireEmpty(folder: string): void {
	if (!existsSync(folder)) return;
	if (readdirSync(folder).length > 0) {
		throw new Error(
			`${folder} is not empty. A restore changes no existing data: move the folder away, or choose another one.`,
		);
	}
}

async function requireSameMajor({ id, postgres }: ClusterManifest): Promise<void> {
	const program = join(nativeFolder(), 'postgres');
	const { stdout } = await promisify(execFile)(program, ['--version']);
	const here = /\) (\d+)/.exec(stdout)?.[1];
	const there = postgres.split('.')[0];
	if (here === there) return;
	throw new Error(
		`The backup ${id} is of Postgres ${there}, the embedded one is ${here}: restore it with the version of Feedback that has Postgres ${there}.`,
	);
}

// Postgres treats a missing segment as the end of the WAL, and would silently drop everything after it.
async function requireNoGap(store: StoreOptions, manifest: ClusterManifest): Promise<void> {
	const { segmentBytes, last } = manifest.wal;
	const end = parseWalSegment(last, segmentBytes)!;
	const later = (await listWal(store, manifest.archive)).flatMap((name) => {
		const segment = parseWalSegment(name, segmentBytes);
		const follows = segment?.timeline === end.timeline && segment.number > end.number;
		return follows ? segment.number : [];
	});
	const missing = later.findIndex((number, index) => number !== end.number + 1 + index);
	if (missing < 0) return;
	const name = formatWalSegment(
		{ timeline: end.timeline, number: end.number + 1 + missing },
		segmentBytes,
	);
	throw new Error(
		`The WAL segment ${name} is missing at ${store.destination.name}, so nothing after it can be restored. Restore a later backup, or to an earlier time.`,
	);
}

async function download(
	store: StoreOptions,
	manifest: ClusterManifest,
	folder: string,
): Promise<void> {
	makePostgresFolder(folder);
	const name = clusterFile + suffix(store.encryptionKey);
	const content = await readStoredFile(
		store,
		backupKey(manifest.archive, manifest.id, name),
		requireListed(manifest, name),
	);
	await extractTar(content, folder, { ...(isRoot() && { owner: nobody }), signal: store.signal });
}

/** Returns the manifest's entry for a file. Throws when there is none. */
export function requireListed(
	{ id, files }: Pick<ClusterManifest, 'id' | 'files'>,
	name: string,
): { bytes: number; sha256: string } {
	const listed = files.find((file) => file.name === name);
	if (!listed) throw new Error(`The manifest of ${id} lists no file ${name}.`);
	return listed;
}

async function replay(
	{ store, manifest, target }: ClusterRestoreOptions,
	cluster: string,
): Promise<string | undefined> {
	const { segmentBytes } = manifest.wal;
	const { archive } = manifest;
	const feed = await startWalFeed({ store, archive, cluster, segmentBytes });
	try {
		return await recover({ cluster, target, signal: store.signal });
	} catch (error) {
		throw feed.failure() ?? error;
	} finally {
		await feed.stop();
	}
}
