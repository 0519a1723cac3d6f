import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { z } from 'zod';

import {
	DamagedFile,
	type StoreOptions,
	readStoredFile,
	storeFile,
	suffix,
} from './stored-file.ts';

const fileSchema = z.strictObject({
	/** Last part of the file's key. */
	name: z.string().regex(/^[\w.-]+$/),
	/** Size and SHA-256 as stored: compressed and encrypted. */
	bytes: z.int().min(0),
	sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const walName = z.string().regex(/^[0-9A-F]{24}$/);

const commonFields = {
	/** Version of this format. */
	format: z.literal(1),
	id: z.string(),
	/** ID of the server's archive to which the backup belongs. */
	archive: z.string(),
	started: z.iso.datetime(),
	/** The backup cannot be restored to a moment before this one. */
	ended: z.iso.datetime(),
	/** Version of Feedback. */
	feedback: z.string(),
	/** The newest migration of the database; null before the first. */
	migration: z.string().nullable(),
	/** `server_version`, such as `17.10`. */
	postgres: z.string(),
	files: z.array(fileSchema).min(1),
	/** Names of the secrets and configuration files in `service.tar`; none when they were left out. */
	serviceFiles: z.array(z.string()),
};

const manifestSchema = z.discriminatedUnion('kind', [
	z.strictObject({
		...commonFields,
		kind: z.literal('cluster'),
		wal: z.strictObject({
			segmentBytes: z.int().min(1_048_576),
			/** The backup contains these segments and all between them. */
			first: walName,
			last: walName,
		}),
	}),
	z.strictObject({
		...commonFields,
		kind: z.literal('dump'),
		/** Version of the `pg_dump` that made the dump. */
		pgDump: z.string(),
	}),
]);

/** Metadata of a backup. It is stored last: a backup without one is incomplete. */
export type Manifest = z.infer<typeof manifestSchema>;
export type ClusterManifest = Extract<Manifest, { kind: 'cluster' }>;
export type DumpManifest = Extract<Manifest, { kind: 'dump' }>;

/** Names of a backup's files, without the suffix for how they are stored. */
export const clusterFile = 'database.tar';
export const dumpFiles = { database: 'database.dump', roles: 'roles.sql' };
export const serviceFile = 'service.tar';
/** Only in backups of servers that store files in a folder. */
export const folderFile = 'files.tar';

/** Key of one file of a backup. */
export function backupKey(archive: string, id: string, name: string): string {
	return `${archive}/backups/${id}/${name}`;
}

export async function writeManifest(options: StoreOptions, manifest: Manifest): Promise<void> {
	const name = `manifest.json${suffix(options.encryptionKey)}`;
	const content = JSON.stringify(manifest, null, '\t');
	await storeFile(
		options,
		backupKey(manifest.archive, manifest.id, name),
		Readable.from([content]),
	);
}

/** Reads a backup's manifest. Throws `DamagedFile` when the file is not a manifest, or belongs to another backup. */
export async function readManifest(
	options: StoreOptions,
	archive: string,
	id: string,
): Promise<Manifest> {
	const key = backupKey(archive, id, `manifest.json${suffix(options.encryptionKey)}`);
	const content = await text(await readStoredFile(options, key));
	const place = `${options.destination.name}: ${key}`;
	let manifest: Manifest;
	try {
		manifest = manifestSchema.parse(JSON.parse(content));
	} catch (cause) {
		const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
		throw new DamagedFile(`${place} is no manifest that this version can read: ${why}`, { cause });
	}
	if (manifest.id !== id || manifest.archive !== archive) {
		throw new DamagedFile(`${place} is the manifest of another backup: ${manifest.id}.`);
	}
	return manifest;
}
