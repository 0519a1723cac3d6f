import { type Archiving, endArchiving, startArchiving } from '../backup/archiving.ts';
import { scheduleDumps } from '../backup/schedule-dumps.ts';
import type { Config } from '../config/config-schema.ts';
import type { Log } from '../log/log.ts';
import type { Database } from '../stack/start-service.ts';
import { type BackupSettings, backupSource } from './backup-settings.ts';

export type BackupPartOptions = {
	database: Database;
	settings: BackupSettings | undefined;
	log: Log;
};

/** Archives the WAL of the embedded Postgres and backs it up regularly, or dumps an external database regularly. */
export async function startBackups(
	config: Config,
	{ database, settings, log }: BackupPartOptions,
): Promise<Archiving | undefined> {
	const { backup } = config;
	const { embedded } = database;
	if (!backup || !settings) {
		if (embedded) await endArchiving(embedded.adminUrl);
		return undefined;
	}
	const source = backupSource(config, database);
	const common = { ...settings, everyHours: backup.every_hours, keep: backup.keep, log };
	return source.kind === 'embedded'
		? startArchiving({ ...common, database: source })
		: scheduleDumps({ ...common, database: source, owner: database.address });
}
