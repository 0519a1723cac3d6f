import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';

import type { Statements } from '../../database/statement.ts';
import manifestOfServer from '../package.json' with { type: 'json' };
import type { Log } from '../log/log.ts';
import { connectDatabase } from '../postgres/connect.ts';
import { readArchiveId, readDumpArchive } from './archive-id.ts';
import { requireSameCluster, streamCluster } from './cluster-backup.ts';
import type { DatabaseSource, ExternalDatabase } from './database-source.ts';
import type { Destination } from './destination.ts';
import { dumpDatabase } from './dump.ts';
import type { EncryptionKey } from './encryption-key.ts';
import {
	type Manifest,
	backupKey,
	clusterFile,
	dumpFiles,
	folderFile,
	serviceFile,
	writeManifest,
} from './manifest.ts';
import { deleteOldBackups, makeBackupId } from './retention.ts';
import { type StoreOptions, type StoredFile, storeFile, suffix } from './stored-file.ts';
import { writeTar } from './tar-writer.ts';

export type BackupOptions = {
	database: DatabaseSource;
	destination: Destination;
	/** Encrypts everything that is stored. */
	encryptionKey?: EncryptionKey | undefined;
	/**
	 * Paths of the service's secrets and configuration, by name in the backup. Without its secrets, a restored service
	 * cannot read the data that it encrypted. For a remote destination, these files must be encrypted.
	 */
	files: Readonly<Record<string, string>>;
	/** Folder of the files that visitors and members stored; missing if they are elsewhere. */
	stored?: string | undefined;
	/** Number of backups of this server to keep, this one included. All of them by default. */
	keep?: number;
	/** Receives progress messages for people. */
	log?: Log;
	/** Cancels the backup. A cancelled backup is not listed. */
	signal?: AbortSignal | undefined;
};

/**
 * Backs up the database and the service's files while the service runs. Resolves when everything is stored. On
 * failure, rejects with an explanation; an incomplete backup is never listed or restored.
 *
 * @example
 * const { id } = await createBackup({ database, destination, files: { 'secrets.json': path } });
 */
export async function createBackup(options: BackupOptions): Promise<Manifest> {
	const { database, destination, encryptionKey, signal, log = () => undefined } = options;
	requireEncryptedSecrets(options);
	const started = new Date();
	const store = { destination, encryptionKey, signal };
	const archive =
		database.kind === 'embedded'
			? readArchiveId(database.cluster)
			: await readDumpArchive(database);
	const id = makeBackupId(started, randomBytes(2).toString('hex'));
	log(`Backing up to ${destination.name} as ${id}.`);
	const { url, caFile }: ExternalDatabase = database;
	// A backup is bound to the session that began it.
	const sql = connectDatabase(url, { caFile, oneSession: true });
	try {
		const common = {
			format: 1 as const,
			id,
			archive,
			started: started.toISOString(),
			feedback: manifestOfServer.version,
			...(await describeDatabase(sql)),
			serviceFiles: Object.keys(options.files),
		};
		const service = await storeService(store, archive, id, options);
		const stored = await storeDatabase(sql, store, archive, id, database);
		const ended = new Date().toISOString();
		// After the database, so that every row of it has its file.
		const kept =
			options.stored === undefined ? [] : [await storeFolder(store, archive, id, options.stored)];
		const files = [...stored.files, service, ...kept];
		const manifest: Manifest = { ...common, ended, files, ...stored.details };
		await writeManifest(store, manifest);
		const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
		log(`Stored ${id}: ${(bytes / 1e6).toFixed(1)} MB${encryptionKey ? ', encrypted' : ''}.`);
		if (options.keep) {
			const deleted = await deleteOldBackups(store, archive, options.keep);
			if (deleted.length > 0) log(`Deleted the older ${deleted.join(', ')}.`);
		}
		return manifest;
	} finally {
		await sql.end();
	}
}

function requireEncryptedSecrets(options: BackupOptions): void {
	const { destination, encryptionKey } = options;
	if (!destination.remote || encryptionKey) return;
	throw new Error(
		`The service's secrets would be stored unencrypted at ${destination.name}. Set the encryption key; “feedback-server backup key” prints a new one.`,
	);
}

async function describeDatabase(
	sql: Statements,
): Promise<{ postgres: string; migration: string | null }> {
	const [row] = await sql<{ version: string; migrated: boolean }[]>`
		select split_part(current_setting('server_version'), ' ', 1) as version,
			to_regclass('supabase_migrations.schema_migrations') is not null as migrated`;
	if (!row!.migrated) return { postgres: row!.version, migration: null };
	const [newest] = await sql<{ version: string | null }[]>`
		select max(version) as version from supabase_migrations.schema_migrations`;
	return { postgres: row!.version, migration: newest!.version };
}

type Details =
	| Pick<Extract<Manifest, { kind: 'cluster' }>, 'kind' | 'wal'>
	| Pick<Extract<Manifest, { kind: 'dump' }>, 'kind' | 'pgDump'>;

async function storeDatabase(
	sql: Statements,
	store: StoreOptions,
	archive: string,
	id: string,
	database: DatabaseSource,
): Promise<{ files: StoredFile[]; details: Details }> {
	const key = (name: string) => backupKey(archive, id, name + suffix(store.encryptionKey));
	if (database.kind === 'embedded') {
		await requireSameCluster(sql, database.cluster);
		const { archive: tar, wal } = streamCluster(sql, database.cluster, id);
		const files = [await storeFile(store, key(clusterFile), tar)];
		return { files, details: { kind: 'cluster', wal: wal() } };
	}
	const { roles, content, version } = await dumpDatabase(sql, database, store.signal);
	const files = [
		await storeFile(store, key(dumpFiles.database), content),
		await storeFile(store, key(dumpFiles.roles), Readable.from([roles])),
	];
	return { files, details: { kind: 'dump', pgDump: version } };
}

function storeService(
	store: StoreOptions,
	archive: string,
	id: string,
	{ files }: BackupOptions,
): Promise<StoredFile> {
	const tar = writeTar(async (writer) => {
		for (const [name, path] of Object.entries(files)) {
			if (!(await writer.file(name, path))) throw new Error(`${path} is missing.`);
		}
	});
	return storeFile(store, backupKey(archive, id, serviceFile + suffix(store.encryptionKey)), tar);
}

function storeFolder(
	store: StoreOptions,
	archive: string,
	id: string,
	folder: string,
): Promise<StoredFile> {
	const tar = writeTar(async (writer) => {
		for (const name of await listFiles(folder)) {
			// Missing if it was deleted in the meantime.
			await writer.file(name, join(folder, name));
		}
	});
	return storeFile(store, backupKey(archive, id, folderFile + suffix(store.encryptionKey)), tar);
}

/** Paths below a folder, without those that are being written; none if there is no such folder. */
async function listFiles(folder: string): Promise<string[]> {
	if (!existsSync(folder)) return [];
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
