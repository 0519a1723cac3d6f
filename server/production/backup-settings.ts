import { join } from 'node:path';

import type { Destination } from '../backup/destination.ts';
import { openDestination } from '../backup/open-destination.ts';
import type { DatabaseSource } from '../backup/database-source.ts';
import { type EncryptionKey, parseEncryptionKey } from '../backup/encryption-key.ts';
import type { Config } from '../config/config-schema.ts';
import { filesFolder } from '../data/files-folder.ts';

/** Settings that every command about backups needs. */
export type BackupSettings = {
	destination: Destination;
	encryptionKey: EncryptionKey | undefined;
	/** The service's own files: name in the backup, and path. */
	files: Record<string, string>;
	/** Folder of stored files; undefined if they are in other storage. */
	stored?: string | undefined;
};

/** The destination, the key and the files of the configuration; undefined when no backups are configured. */
export async function readBackupSettings(
	{ backup, data, files }: Config,
	configFile: string | undefined,
): Promise<BackupSettings | undefined> {
	if (!backup) return undefined;
	const key = backup.encryption_key;
	return {
		destination: await openDestination(backup),
		encryptionKey: key === undefined ? undefined : await parseEncryptionKey(key),
		files: {
			'secrets.json': join(data, 'secrets.json'),
			...(configFile !== undefined && { 'feedback.yaml': configFile }),
		},
		stored: files ? undefined : join(data, filesFolder),
	};
}

/**
 * The database that the backup connects to: the embedded database as its superuser, or an external database as the role
 * of `backup.database_url`, because row-level security hides rows from the owner.
 */
export function backupSource(
	{ backup, database }: Config,
	{
		ownerUrl,
		embedded,
	}: { ownerUrl: string; embedded: { adminUrl: string; cluster: string } | undefined },
): DatabaseSource {
	return embedded
		? { kind: 'embedded', url: embedded.adminUrl, cluster: embedded.cluster }
		: { kind: 'external', url: backup?.database_url ?? ownerUrl, caFile: database.ca_file };
}

/** The destination at a folder or `s3://bucket/prefix`, with the keys of the environment's `FEEDBACK_BACKUP_S3_…`. */
export function openDestinationAt(
	to: string,
	environment: NodeJS.ProcessEnv,
): Promise<Destination> {
	const read = (name: string) => environment[`FEEDBACK_BACKUP_S3_${name}`] || undefined;
	return openDestination({
		to,
		s3: {
			endpoint: read('ENDPOINT'),
			region: read('REGION') ?? 'us-east-1',
			access_key_id: read('ACCESS_KEY_ID'),
			secret_access_key: read('SECRET_ACCESS_KEY'),
		},
	});
}
